import { makeSecret, startReceiver } from '@percept/webhooks';
import type { Command } from 'commander';

interface ListenOptions {
  port: string;
  secret?: string;
  script?: string;
}

export function addWebhookCommands(program: Command): void {
  const webhooks = program.command('webhooks').description('webhooks: a receiver for trying them out');
  webhooks
    .command('listen')
    .description('receives deliveries, verifies their signatures and prints them')
    .option('--secret <secret>', 'the secret of the webhook; one is made and printed when absent')
    .option('--port <port>', 'port on 127.0.0.1', '4000')
    .option('--script <answers>', 'answers in order, the last one repeats: a status, timeout, slowbody, reset')
    .addHelpText(
      'after',
      `
Example (PERCEPT_WEBHOOK_ALLOW_LOOPBACK=true lets the service send to this machine):
  $ percept webhooks listen --script 500,timeout,200
  $ percept webhooks listen --secret whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw
  $ curl $PERCEPT/v1/webhooks -H "Authorization: Bearer $PERCEPT_KEY" -H 'Content-Type: application/json' \\
      -d '{"url": "http://127.0.0.1:4000/", "secret": "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw"}'`,
    )
    .action(listen);
}

async function listen({ port, secret: given, script }: ListenOptions): Promise<void> {
  const secret = given ?? makeSecret();
  const print = (line: string): void => void process.stdout.write(`${line}\n`);
  const receiver = await startReceiver({ port: Number(port), secret, script, print });
  process.stderr.write(`Listening on ${receiver.url}; Ctrl-C ends it.\n`);
  if (!given) process.stderr.write(howToSubscribe(receiver.url, secret));
  await new Promise<void>((resolve) => process.once('SIGINT', resolve).once('SIGTERM', resolve));
  await receiver.close();
}

function howToSubscribe(url: string, secret: string): string {
  const body = JSON.stringify({ url, secret });
  return `Send it deliveries (the service must run with PERCEPT_WEBHOOK_ALLOW_LOOPBACK=true):

  curl http://127.0.0.1:3000/v1/webhooks -H "Authorization: Bearer $PERCEPT_KEY" -H 'Content-Type: application/json' -d '${body}'

`;
}
