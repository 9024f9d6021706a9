import type { TickRules } from '../pipelines/trigger-sources';

/** A tick that is at most a minute late counts as on time: a process restarts faster than that. */
const ON_TIME_MS = 60_000;

interface MissedDecision {
  at: number;
  /** Why the tick does not run; undefined if it runs. */
  skipped?: string;
}

/** Which ticks of a period run, oldest first. The same rule applies after a start, a pause and any other gap. */
export function decideMissed(ticks: readonly number[], { catchUp, windowMs, limit }: TickRules, now: number): MissedDecision[] {
  const late = ticks.filter((at) => at < now - ON_TIME_MS);
  const inWindow = late.filter((at) => at >= now - windowMs);
  const isAnyOnTime = ticks.length > late.length;
  const room = catchUp === 'last' && isAnyOnTime ? 0 : { none: 0, last: 1, all: limit }[catchUp];
  const caughtUp = new Set(room > 0 ? inWindow.slice(-room) : []);
  return ticks.map((at) => {
    if (at >= now - ON_TIME_MS || caughtUp.has(at)) return { at };
    return { at, skipped: reasonFor(at, { catchUp, windowMs, limit, now }) };
  });
}

function reasonFor(
  at: number,
  { catchUp, windowMs, limit, now }: Pick<TickRules, 'catchUp' | 'windowMs' | 'limit'> & { now: number },
): string {
  const missed = 'No scheduler was running';
  if (catchUp === 'none') return `${missed}, and catch_up is none.`;
  if (at < now - windowMs) return `${missed}, and it is older than catch_up_window.`;
  if (catchUp === 'last') return `${missed}, and a later one runs instead (catch_up: last).`;
  return `${missed}, and newer ones reach catch_up_limit (${limit}).`;
}
