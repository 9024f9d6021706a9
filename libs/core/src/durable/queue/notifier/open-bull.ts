import Bull, { type Queue as BullQueue, type QueueOptions } from 'bull';
import { setTimeout as sleep } from 'node:timers/promises';
import { newId } from '../../../kernel';
import { BullNotifier, type BullQueues, type Ring } from './bull-notifier';
import { passed } from './canary';
import { QUEUE_NAMES, type QueueLog } from '../queue';

const ROUND_TRIP_MS = 10_000;
const CONNECT_MS = 5_000;

/** How the queues of Bull are made, in the service as in tests: finished rings are forgotten, lost ones are not repeated. */
export const BULL_OPTIONS = {
  prefix: 'percept',
  defaultJobOptions: { removeOnComplete: true, removeOnFail: true },
  settings: { maxStalledCount: 0 },
} as const satisfies QueueOptions;

export function bullQueues(url: string): BullQueues {
  const queues = QUEUE_NAMES.map((lane) => [lane, new Bull<Ring>(lane, url, BULL_OPTIONS)]);
  return Object.fromEntries(queues) as BullQueues;
}

/**
 * A bell over these queues of Bull.
 * @throws Error with a sentence where Redis is away, might throw jobs away, or a ring does not come back.
 */
export async function openBullNotifier(url: string, queues: BullQueues, log: QueueLog): Promise<BullNotifier> {
  const bell = new BullNotifier({ queues, log });
  try {
    await reachable(url, queues.pictures);
    await keepsEverything(url, queues.pictures);
    await roundTrip(url);
    return bell;
  } catch (error) {
    await bell.close();
    throw error;
  }
}

async function reachable(url: string, queue: BullQueue<Ring>): Promise<void> {
  let reason = 'it does not answer';
  queue.client.on('error', (error: NodeJS.ErrnoException) => (reason = error.code ?? error.message));
  const { client } = queue;
  if (client.status === 'ready') return;
  const ready = new Promise<boolean>((resolve) => client.once('ready', () => resolve(true)));
  if (await Promise.race([ready, sleep(CONNECT_MS, false)])) return;
  throw new Error(`Redis on ${placeOf(url)} cannot be used: ${reason}. Start it, or mend PERCEPT_REDIS_URL.`);
}

async function keepsEverything(url: string, queue: BullQueue<Ring>): Promise<void> {
  const policy = /maxmemory_policy:(\S+)/.exec(await queue.client.info('memory'))?.[1];
  if (policy === 'noeviction') return;
  throw new Error(
    `Redis on ${placeOf(url)} has maxmemory-policy ${policy ?? 'unknown'}: it would throw jobs away when memory runs short. Set it to noeviction: redis-cli CONFIG SET maxmemory-policy noeviction.`,
  );
}

/** A job of its own queue there and back: with a wrong version of ioredis workers of Bull hear nothing and say nothing. */
async function roundTrip(url: string): Promise<void> {
  const id = newId('canary');
  const queue = new Bull<Ring>(id, url, BULL_OPTIONS);
  queue.on('error', () => undefined);
  try {
    void queue.process(() => Promise.resolve());
    if (await passed(queue, id, ROUND_TRIP_MS)) return;
  } finally {
    await queue.obliterate({ force: true }).catch(() => undefined);
    await queue.close(true);
  }
  throw new Error(`A job through Redis on ${placeOf(url)} did not come back within ${ROUND_TRIP_MS / 1_000} s.`);
}

function placeOf(url: string): string {
  return new URL(url).host || url;
}
