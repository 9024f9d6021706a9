import type { Queue as BullQueue } from 'bull';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Notification } from './notification';

const POLL_INTERVAL_MS = 50;

/** Sends a notification without a job. @returns whether a subscriber received it in time; otherwise it is removed. */
export async function isReceived(bull: BullQueue<Notification>, id: string, limitMs: number): Promise<boolean> {
  const until = performance.now() + limitMs;
  const canary = await bull.add({ id }, { jobId: id });
  while (performance.now() < until) {
    await sleep(POLL_INTERVAL_MS);
    const found = await bull.getJob(canary.id);
    // Bull removes finished notifications.
    if (!found || (await found.isActive())) return true;
  }
  await canary.remove().catch(() => undefined);
  return false;
}
