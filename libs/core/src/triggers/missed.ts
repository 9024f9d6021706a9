import type { When } from '../pipelines/language';

/** A tick that is a minute late was still on time: a process restarts in less. */
const ON_TIME_MS = 60_000;

export interface MissedDecision {
  at: number;
  /** Why it does not run; undefined: it runs. */
  skipped?: string;
}

/** What becomes of the ticks of a while, oldest first. The same rule after a start, after a pause and after any other gap. */
export function decideMissed(ticks: readonly number[], { catchUp, windowMs, limit }: When, now: number): MissedDecision[] {
  const late = ticks.filter((at) => at < now - ON_TIME_MS);
  const inWindow = late.filter((at) => at >= now - windowMs);
  const most = { none: 0, last: 1, all: limit }[catchUp];
  // On time there is at most one to run, or many where they come every few seconds.
  const onTime = ticks.length > late.length;
  const room = catchUp === 'last' && onTime ? 0 : most;
  const caughtUp = new Set(room > 0 ? inWindow.slice(-room) : []);
  return ticks.map((at) => {
    if (at >= now - ON_TIME_MS || caughtUp.has(at)) return { at };
    return { at, skipped: reasonFor(at, { catchUp, windowMs, limit, now }) };
  });
}

function reasonFor(
  at: number,
  { catchUp, windowMs, limit, now }: Pick<When, 'catchUp' | 'windowMs' | 'limit'> & { now: number },
): string {
  const missed = 'Nobody was there to start it';
  if (catchUp === 'none') return `${missed}, and catch_up is none.`;
  if (at < now - windowMs) return `${missed}, and it is older than catch_up_window.`;
  if (catchUp === 'last') return `${missed}, and a later one runs instead (catch_up: last).`;
  return `${missed}, and newer ones reach catch_up_limit (${limit}).`;
}
