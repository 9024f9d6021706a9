import Bull, { type Queue as BullQueue, type QueueOptions } from 'bull';
import type { RedisOptions } from 'ioredis';
import { setTimeout as sleep } from 'node:timers/promises';
import { newId } from '../../../../kernel';
import { BullNotifier, type BullQueues } from './bull-notifier';
import type { Notification } from './notification';
import { isReceived } from './canary';
import { QUEUE_NAMES, type QueueLog } from '../../queue';

const ROUND_TRIP_MS = 10_000;
const CONNECT_MS = 5_000;

/** The options of Bull's queues: finished notifications are removed, stalled ones are not repeated. */
export const bullOptions = (url: string): QueueOptions => ({
  redis: redisAt(url),
  prefix: 'percept',
  defaultJobOptions: { removeOnComplete: true, removeOnFail: true },
  settings: { maxStalledCount: 0 },
});

/**
 * Bull and ioredis would parse the address with `url.parse`, about which Node 24 warns. The query may contain further options of
 * ioredis.
 */
export function redisAt(url: string): RedisOptions {
  const { protocol, hostname, port, username, password, pathname, searchParams } = new URL(url);
  return {
    host: hostname.replace(/^\[(.*)\]$/, '$1'),
    port: Number(port || 6379),
    db: Number(pathname.slice(1)),
    ...(username && { username: decodeURIComponent(username) }),
    ...(password && { password: decodeURIComponent(password) }),
    ...(protocol === 'rediss:' && { tls: {} }),
    ...Object.fromEntries(searchParams),
  };
}

export function bullQueues(url: string): BullQueues {
  const queues = QUEUE_NAMES.map((name) => [name, new Bull<Notification>(name, bullOptions(url))]);
  return Object.fromEntries(queues) as BullQueues;
}

/**
 * Creates a notifier over Bull queues, by default new ones.
 * @throws Error with a sentence for the user if Redis does not answer, may evict jobs, or does not return a notification.
 */
export async function openBullNotifier(url: string, log: QueueLog, queues = bullQueues(url)): Promise<BullNotifier> {
  const notifier = new BullNotifier({ queues, log });
  try {
    await checkReachable(url, queues.runs);
    await checkEviction(url, queues.runs);
    await checkRoundTrip(url);
    return notifier;
  } catch (error) {
    await notifier.close();
    throw error;
  }
}

async function checkReachable(url: string, queue: BullQueue<Notification>): Promise<void> {
  let reason = 'it does not answer';
  queue.client.on('error', (error: NodeJS.ErrnoException) => (reason = error.code ?? error.message));
  const { client } = queue;
  if (client.status === 'ready') return;
  const ready = new Promise<boolean>((resolve) => client.once('ready', () => resolve(true)));
  if (await Promise.race([ready, sleep(CONNECT_MS, false)])) return;
  throw new Error(`Redis on ${addressOf(url)} cannot be used: ${reason}. Start it, or correct PERCEPT_REDIS_URL.`);
}

async function checkEviction(url: string, queue: BullQueue<Notification>): Promise<void> {
  const policy = /maxmemory_policy:(\S+)/.exec(await queue.client.info('memory'))?.[1];
  if (policy === 'noeviction') return;
  throw new Error(
    `Redis on ${addressOf(url)} has maxmemory-policy ${policy ?? 'unknown'}: it would evict jobs when memory runs short. Set it to noeviction: redis-cli CONFIG SET maxmemory-policy noeviction.`,
  );
}

/** Sends a notification through its own queue, because Bull's workers stop silently with a wrong version of ioredis. */
async function checkRoundTrip(url: string): Promise<void> {
  const id = newId('canary');
  const queue = new Bull<Notification>(id, bullOptions(url));
  queue.on('error', () => undefined);
  try {
    void queue.process(() => Promise.resolve());
    if (await isReceived(queue, id, ROUND_TRIP_MS)) return;
  } finally {
    await queue.obliterate({ force: true }).catch(() => undefined);
    await queue.close(true);
  }
  throw new Error(`A job sent through Redis on ${addressOf(url)} did not arrive within ${ROUND_TRIP_MS / 1_000} s.`);
}

function addressOf(url: string): string {
  return new URL(url).host || url;
}
