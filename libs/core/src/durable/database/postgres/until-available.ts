import { setTimeout as sleep } from 'node:timers/promises';

const FIRST_WAIT_MS = 2;
const LONGEST_WAIT_MS = 250;

/**
 * Repeats work that fails with a transient error (a restart of the server, a conflict), with growing delays.
 * @throws the last error after `giveUpMs`, and any other error at once.
 */
export async function untilAvailable<T>(
  work: () => Promise<T>,
  { giveUpMs, passes }: { giveUpMs: number; passes: (error: unknown) => boolean },
): Promise<T> {
  const giveUp = performance.now() + giveUpMs;
  for (let wait = FIRST_WAIT_MS; ; wait = Math.min(2 * wait, LONGEST_WAIT_MS)) {
    try {
      return await work();
    } catch (error) {
      if (!passes(error) || performance.now() > giveUp) throw error;
    }
    await sleep(wait * (0.5 + Math.random()));
  }
}
