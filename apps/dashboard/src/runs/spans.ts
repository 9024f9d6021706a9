import type { RunDetail } from '../pipelines/answers';

/** A step on the time of its run. */
export interface Span {
  step: string;
  state: RunDetail['steps'][number]['state'];
  total: number | null;
  /** Of the whole time, in %. */
  start: number;
  width: number;
  /** Since the start of the run, in ms. */
  afterMs: number;
  tookMs: number;
}

/** The steps that have begun, on the time from the start of the run to its end. @param now ms since the epoch: what has not ended lasts until then. */
export function spansOf(
  { steps, started_at, ended_at }: Pick<RunDetail, 'steps' | 'started_at' | 'ended_at'>,
  now: number,
): Span[] {
  const begun = steps.flatMap((step) => (step.started_at ? [{ ...step, from: Date.parse(step.started_at) }] : []));
  if (begun.length === 0) return [];
  const end = ended_at ? Date.parse(ended_at) : now;
  const zero = Math.min(started_at ? Date.parse(started_at) : Infinity, ...begun.map(({ from }) => from));
  const whole = Math.max(1, end - zero);
  const share = (ms: number): number => Math.min(100, Math.max(0, (ms / whole) * 100));
  return begun.map(({ step, state, total, from, ended_at: until }) => {
    const tookMs = Math.max(0, (until ? Date.parse(until) : end) - from);
    const start = share(from - zero);
    return { step, state, total, start, width: Math.min(share(tookMs), 100 - start), afterMs: from - zero, tookMs };
  });
}

/** In the units that a reader would say: 40 ms, 1.2 s, 3 min 5 s, 2 h 7 min. */
export function duration(ms: number): string {
  if (ms < 1_000) return `${Math.round(ms)} ms`;
  if (ms < 59_950) return `${(ms / 1_000).toFixed(1)} s`;
  const seconds = Math.round(ms / 1_000);
  const minutes = Math.floor(seconds / 60);
  return minutes < 60 ? `${minutes} min ${seconds % 60} s` : `${Math.floor(minutes / 60)} h ${minutes % 60} min`;
}
