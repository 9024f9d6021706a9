import type { RunDetail } from '../../pipelines/answers';
import type { CallSpan, Timeline } from './timeline';

type StepView = RunDetail['steps'][number];

/** One attempt of a run, with its own time axis, because days may pass before a retry. */
export interface Attempt {
  number: number;
  status: RunDetail['status'];
  /** In ms since the epoch: from the request to the end of the attempt, or until now. */
  from: number;
  to: number;
  /** When a process took the run. */
  started: number | null;
  steps: StepView[];
}

/** The attempts of a run, oldest first. @param now ms since the epoch; unfinished attempts last until then. */
export function listAttempts(run: RunDetail, now: number): Attempt[] {
  let asked = Date.parse(run.created_at);
  const attempts: Attempt[] = [];
  const add = ({ number, status, started_at, ended_at, steps }: Omit<Attempt, 'from' | 'to' | 'started'> & Times): void => {
    const started = started_at ? Date.parse(started_at) : null;
    const to = Math.max(asked, ended_at ? Date.parse(ended_at) : now);
    // A step that ended well before this attempt was kept from an earlier one.
    const own = steps.filter((step) => step.started_at && Date.parse(step.started_at) >= asked);
    attempts.push({ number, status, from: asked, to, started, steps: own });
  };
  for (const earlier of run.earlier_attempts) {
    add(earlier);
    asked = Date.parse(earlier.retried_at);
  }
  add({ ...run, number: (run.earlier_attempts.at(-1)?.number ?? 0) + 1 });
  return attempts;
}

interface Times {
  started_at: string | null;
  ended_at: string | null;
}

/** An interval, in ms since the beginning of an attempt. */
export interface Interval {
  from: number;
  to: number;
}

/** A row of the chart: a step of the pipeline, or a block's inner step with its calls. */
export interface StepRow {
  name: string;
  isInner: boolean;
  state: StepView['state'] | undefined;
  total: number | null;
  calls: number;
  failed: number;
  from: number;
  to: number;
  waitedMs: number;
  workedMs: number;
  /** The times when at least one call waited, and when at least one worked. */
  waiting: Interval[];
  working: Interval[];
}

const CALLS = { calls: 0, failed: 0, waitedMs: 0, workedMs: 0, waiting: [], working: [] };

/** The steps of an attempt by their start, each block followed by its own steps. */
export function listStepRows(attempt: Attempt, timeline: Timeline | undefined): StepRow[] {
  const inner = innerRows(attempt, timeline);
  const rows = attempt.steps.flatMap(({ step, state, total, started_at, ended_at }) => {
    const from = Date.parse(started_at!) - attempt.from;
    const to = (ended_at ? Date.parse(ended_at) : attempt.to) - attempt.from;
    const its = inner.get(step) ?? [];
    const outer: StepRow = { ...CALLS, name: step, isInner: false, state, total, from, to };
    // A step outside blocks is its own call.
    const own = its.find(({ name }) => name === step);
    return own ? [{ ...own, ...{ isInner: false, state, total, from, to } }] : [outer, ...its];
  });
  return rows;
}

function innerRows(attempt: Attempt, timeline: Timeline | undefined): Map<string, StepRow[]> {
  const rows = new Map<string, StepRow[]>();
  if (!timeline) return rows;
  const spans = listSpans(attempt, timeline);
  const all = timeline.steps.filter((each) => each.attempt === attempt.number).toSorted((a, b) => a.start_ms - b.start_ms);
  const shift = Date.parse(timeline.from) - attempt.from;
  for (const { step, call, calls, failed, start_ms, end_ms, waited_ms, worked_ms } of all) {
    const own = spans.filter((span) => span.step === step && span.call === call);
    const row = {
      ...{ name: call, isInner: true, state: undefined, total: null, calls, failed },
      ...{ from: start_ms + shift, to: end_ms + shift, waitedMs: waited_ms, workedMs: worked_ms },
      waiting: union(own.filter((span) => span.calls === 1).map(toWait)),
      working: union(own.map(toWork)),
    };
    rows.set(step, [...(rows.get(step) ?? []), row]);
  }
  return rows;
}

/** The calls of an attempt, on the attempt's time axis. */
export function listSpans({ number, from }: Attempt, timeline: Timeline): CallSpan[] {
  const shift = Date.parse(timeline.from) - from;
  return timeline.lanes.flatMap(({ spans }) =>
    spans.filter(({ attempt }) => attempt === number).map((span) => shiftSpan(span, shift)),
  );
}

export const shiftSpan = (span: CallSpan, ms: number): CallSpan => ({
  ...span,
  start_ms: span.start_ms + ms,
  end_ms: span.end_ms + ms,
});

/** A call waits first, then it works. For several calls in one span, the order is unknown. */
export const toWait = ({ start_ms, waited_ms }: CallSpan): Interval => ({ from: start_ms, to: start_ms + waited_ms });
export const toWork = ({ start_ms, end_ms, waited_ms, calls }: CallSpan): Interval => ({
  from: calls === 1 ? start_ms + waited_ms : start_ms,
  to: end_ms,
});

/** Merges intervals into sorted ones that do not overlap. */
export function union(pieces: readonly Interval[]): Interval[] {
  const joined: Interval[] = [];
  for (const { from, to } of pieces.toSorted((a, b) => a.from - b.from)) {
    const last = joined.at(-1);
    if (last && from <= last.to) last.to = Math.max(last.to, to);
    else joined.push({ from, to });
  }
  return joined;
}
