import type { Queue as BullQueue } from 'bull';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Ring } from './bull-notifier';

const POLL_INTERVAL_MS = 50;

/** Rings with nothing to do. @returns whether a listener took it within that time; it is taken away otherwise. */
export async function passed(queue: BullQueue<Ring>, id: string, limitMs: number): Promise<boolean> {
  const until = performance.now() + limitMs;
  const canary = await queue.add({ id }, { jobId: id });
  while (performance.now() < until) {
    await sleep(POLL_INTERVAL_MS);
    const known = await queue.getJob(canary.id);
    // Finished rings are removed.
    if (!known || (await known.isActive())) return true;
  }
  await canary.remove().catch(() => undefined);
  return false;
}
