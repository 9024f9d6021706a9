import { makeSecret, startListener, type ListenerReport } from '@percept/webhooks';
import type { Command } from 'commander';
import { readEnvironment } from '../../platform/config/environment';
import { readServiceAddress } from '../../platform/config/service-address';
import { serviceOptions, type ConnectionOptions } from '../service/connection';
import { readDuration, whole } from '../options';
import { CommandError } from '../output/command-error';
import { openService } from '../service/client';

interface ListenOptions extends ConnectionOptions {
  port: string;
  secret?: string;
  script?: string;
  forwardTo?: string;
  count?: number;
  wait?: number;
  strict?: boolean;
  subscribe?: boolean;
}

const FAILED = 1;
const LAST_ANSWER_MS = 50;

export function addListenCommand(webhooks: Command): void {
  serviceOptions(webhooks.command('listen'))
    .description('receives deliveries, verifies their signatures and prints them')
    .option('--subscribe', 'subscribes to the events of the service until this ends')
    .option('--secret <secret>', 'the secret of the webhook; absent, a new one is printed')
    .option('--port <port>', 'port on 127.0.0.1', '4000')
    .option('--forward-to <url>', 'sends what comes on to your own program, and answers as it does')
    .option('--script <answers>', 'answers in order, the last one repeats: a status, timeout, slowbody, reset')
    .option('--count <n>', 'ends after this many accepted events', whole)
    .option('--wait <duration>', 'ends after this time, such as 30s', readDuration)
    .option('--strict', 'duplicates of accepted events, and events out of order, fail too')
    .addHelpText(
      'after',
      `
Exit code: 0, or 1 if a signature was wrong, an event came again with another body, or fewer than --count were taken.

Example (PERCEPT_WEBHOOK_ALLOW_LOOPBACK=true lets the service send to this machine):
  $ percept webhooks listen --subscribe
  $ percept webhooks listen --subscribe --forward-to http://127.0.0.1:8080/hooks
  $ percept webhooks listen --script 500,timeout,200
  $ percept webhooks listen --secret whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw
  $ percept webhooks listen --count 3 --wait 1m --strict
  $ curl $PERCEPT/v1/webhooks -H "Authorization: Bearer $PERCEPT_KEY" -H 'Content-Type: application/json' \\
      -d '{"url": "http://127.0.0.1:4000/", "secret": "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw"}'`,
    )
    .action(listen);
}

async function listen({
  port,
  secret: given,
  script,
  forwardTo,
  count,
  wait,
  strict,
  subscribe: subscribes,
  ...service
}: ListenOptions): Promise<void> {
  const secret = given ?? makeSecret();
  let [enough, lines]: [() => void, number] = [() => undefined, 0];
  const receiver = await startListener({
    port: Number(port),
    secret,
    script,
    forwardTo: checkForward(forwardTo),
    print: (line) => {
      process.stdout.write(`${line}\n`);
      lines++;
      setImmediate(() => receiver.report.accepted >= (count ?? Infinity) && enough());
    },
  });
  process.stderr.write(`Listening on ${receiver.url}. Press Ctrl-C to stop.\n`);
  const unsubscribe = subscribes
    ? await subscribe({ url: receiver.url, secret }, service).catch(async (error: unknown) => {
        await receiver.close();
        throw error;
      })
    : undefined;
  if (!given && !subscribes) process.stderr.write(howToSubscribe(receiver.url, secret));
  await new Promise<void>((resolve) => {
    enough = resolve;
    process.once('SIGINT', resolve).once('SIGTERM', resolve);
    if (wait !== undefined) setTimeout(resolve, wait).unref();
  });
  // The last response is still being sent.
  await new Promise((sent) => setTimeout(sent, lines > 0 ? LAST_ANSWER_MS : 0));
  await unsubscribe?.().catch((error: Error) => process.stderr.write(`The webhook stays in the service: ${error.message}\n`));
  await receiver.close();
  process.exitCode = judge(receiver.report, { count, strict });
}

function checkForward(url: string | undefined): string | undefined {
  if (url === undefined || (URL.canParse(url) && /^https?:$/.test(new URL(url).protocol))) return url;
  throw new CommandError(`--forward-to is '${url}': it must be an address such as http://127.0.0.1:8080/hooks.`, 2);
}

function judge(report: ListenerReport, { count = 0, strict = false }: Pick<ListenOptions, 'count' | 'strict'>): number {
  const { requests, events, accepted: taken, wrongSignatures, changedBodies, duplicates, disordered } = report;
  process.stderr.write(
    `${requests} requests, ${events} events, ${taken} taken; ${wrongSignatures} wrong signatures, ${changedBodies} changed bodies, ` +
      `${duplicates} duplicates, ${disordered} out of order.\n`,
  );
  const wrong = wrongSignatures > 0 || changedBodies > 0 || taken < count;
  return wrong || (strict && duplicates + disordered > 0) ? FAILED : 0;
}

function howToSubscribe(url: string, secret: string): string {
  const body = JSON.stringify({ url, secret });
  return `Send it deliveries (the service must run with PERCEPT_WEBHOOK_ALLOW_LOOPBACK=true):

  curl ${readServiceAddress(readEnvironment())}/v1/webhooks -H "Authorization: Bearer $PERCEPT_KEY" -H 'Content-Type: application/json' -d '${body}'

`;
}

/**
 * Subscribes a receiver to the events of the service.
 * @returns a function that unsubscribes it.
 * @throws CommandError when there is no key, when no service answers, or when the service refuses.
 */
async function subscribe(receiver: { url: string; secret: string }, options: ConnectionOptions): Promise<() => Promise<void>> {
  const service = openService(options);
  const body = { ...receiver, description: 'percept webhooks listen' };
  const { id } = await service.ask<{ id: string }>('POST', '/v1/webhooks', { body });
  return () => service.ask('DELETE', `/v1/webhooks/${id}`);
}
