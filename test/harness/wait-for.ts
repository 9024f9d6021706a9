import { loadavg } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';

export interface WaitOptions {
  /**
   * Milliseconds. The default is 20 s on an idle machine, and as many times more as processes want to run (the load), because no test
   * promises a speed; at most 240 s, below Jest's own limit, so that a failure says what it waited for.
   */
  timeout?: number;
  /** What did not happen. The source of the condition if absent. */
  message?: string | (() => string);
  /** Milliseconds between two checks; a tenth of the time that it has waited, from 10 to 100, if absent. */
  interval?: number;
}

const IDLE_MS = 20_000;
const MOST_MS = 240_000;

const patience = (): number => Math.min(MOST_MS, IDLE_MS * Math.max(1, loadavg()[0]!));

/**
 * Checks a condition until it holds, and returns its value. Use it instead of a fixed sleep.
 * @throws Error with `message` when the timeout is over.
 */
export async function waitFor<T>(
  condition: () => T | Promise<T>,
  { timeout, message, interval }: WaitOptions = {},
): Promise<Exclude<T, undefined | null | false>> {
  const failure = new Error();
  const start = performance.now();
  for (;;) {
    const value = await condition();
    if (value) return value as Exclude<T, undefined | null | false>;
    const waited = performance.now() - start;
    if (waited > (timeout ?? patience())) break;
    // Checks cost CPU time, which a slow machine needs for what it waits for.
    await sleep(interval ?? Math.min(100, Math.max(10, waited / 10)));
  }
  const described = typeof message === 'function' ? message() : (message ?? String(condition));
  failure.message = `Nothing after ${timeout ?? Math.round(performance.now() - start)} ms: ${described}`;
  throw failure;
}

/**
 * Checks that a condition keeps holding, for what must never happen. A slow machine cannot fail it.
 * @throws Error at the first check that does not hold.
 */
export async function remains(condition: () => boolean | Promise<boolean>, { ms = 60, interval = 5 } = {}): Promise<void> {
  const failure = new Error(`It did not remain so: ${String(condition)}`);
  const end = performance.now() + ms;
  do {
    if (!(await condition())) throw failure;
    await sleep(interval);
  } while (performance.now() < end);
}
