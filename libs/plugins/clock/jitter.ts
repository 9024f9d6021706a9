import type { Times } from '@percept/sdk/pipelines';

/** Jitter is at most an hour, and gaps below an hour repeat within this many ticks. */
const TICKS = 100;

/** Reports a jitter that is longer than the shortest time between two ticks: a tick would overtake the next. */
export function checkJitter(
  jitterMs: number | undefined,
  times: () => Times,
  fields: { refuse(name: string, rule: string): void },
): void {
  if (jitterMs === undefined) return;
  const ticks = times().next(TICKS, Date.now());
  const shortest = Math.min(...ticks.slice(1).map((at, i) => at - ticks[i]!));
  if (jitterMs > shortest)
    fields.refuse('jitter', `is longer than the ${shortest / 1_000} s between two ticks, so ticks would overtake each other`);
}
