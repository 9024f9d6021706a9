import { startReceiver } from '@percept/webhooks';
import type { Command } from 'commander';

interface ListenOptions {
  port: string;
  secret: string;
  script?: string;
}

export function addWebhookCommands(program: Command): void {
  const webhooks = program.command('webhooks').description('webhooks: a receiver for trying them out');
  webhooks
    .command('listen')
    .description('receives deliveries, verifies their signatures and prints them')
    .requiredOption('--secret <secret>', 'the secret of the webhook')
    .option('--port <port>', 'port on 127.0.0.1', '4000')
    .option('--script <answers>', 'answers in order, the last one repeats: a status, timeout, slowbody, reset')
    .addHelpText(
      'after',
      `
Example (PERCEPT_WEBHOOK_ALLOW_LOOPBACK=true lets the service send to this machine):
  $ percept webhooks listen --secret whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw --script 500,timeout,200
  $ curl $PERCEPT/v1/webhooks -H "Authorization: Bearer $PERCEPT_KEY" -H 'Content-Type: application/json' \\
      -d '{"url": "http://127.0.0.1:4000/", "secret": "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw"}'`,
    )
    .action(listen);
}

async function listen({ port, secret, script }: ListenOptions): Promise<void> {
  const print = (line: string): void => void process.stdout.write(`${line}\n`);
  const receiver = await startReceiver({ port: Number(port), secret, script, print });
  process.stderr.write(`Listening on ${receiver.url}; Ctrl-C ends it.\n`);
  await new Promise<void>((resolve) => process.once('SIGINT', resolve).once('SIGTERM', resolve));
  await receiver.close();
}
