import { setTimeout as wait } from 'node:timers/promises';

/** Waits until it finds something, and answers that. A slow machine is no failure: the time limit of the test is the only one. */
export async function waitFor<T>(find: () => T | Promise<T>, everyMs = 25): Promise<Exclude<T, undefined | null | false>> {
  for (;;) {
    const found = await find();
    if (found) return found as Exclude<T, undefined | null | false>;
    await wait(everyMs);
  }
}
