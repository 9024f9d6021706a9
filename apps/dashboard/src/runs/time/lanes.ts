import { shiftSpan, listSpans, type Attempt } from './attempts';
import type { CallSpan, Timeline } from './timeline';

/** A named row of bars. */
export interface Lane {
  name: string;
  about: string;
  spans: CallSpan[];
}

/** How many of the slowest items are listed. */
export const MAX_ITEMS = 20;

/**
 * The work of each worker in an attempt. Calls that need no worker may overlap within a process, so they get as many rows as
 * necessary.
 */
export function workerLanes(attempt: Attempt, timeline: Timeline): Lane[] {
  const shift = Date.parse(timeline.from) - attempt.from;
  const hosts = new Set(timeline.lanes.map(({ host, process }) => `${host} ${process}`)).size;
  return timeline.lanes.flatMap(({ host, process, worker, spans }) => {
    const own = spans.filter((span) => span.attempt === attempt.number).map((span) => shiftSpan(span, shift));
    const name = worker === null ? 'no worker' : `worker ${worker}`;
    const about = hosts > 1 ? `${host}, process ${process}` : '';
    return sideBySide(own).map((row) => ({ name, about, spans: row }));
  });
}

/** When the slowest items of an attempt waited and when they were processed. */
export function itemLanes(attempt: Attempt, timeline: Timeline): Lane[] {
  const items = new Map<string, CallSpan[]>();
  for (const span of listSpans(attempt, timeline)) {
    if (span.item === null) continue;
    const key = JSON.stringify([span.step, span.item]);
    items.set(key, [...(items.get(key) ?? []), span]);
  }
  const took = (spans: CallSpan[]) =>
    Math.max(...spans.map((each) => each.end_ms)) - Math.min(...spans.map((each) => each.start_ms));
  return [...items.values()]
    .toSorted((one, other) => took(other) - took(one))
    .slice(0, MAX_ITEMS)
    .map((spans) => {
      const { item, step } = spans[0]!;
      return { name: item!.split('/').at(-1) || step, about: step, spans: spans.toSorted((a, b) => a.start_ms - b.start_ms) };
    });
}

/** Distributes the work of spans over as few rows as possible without overlaps. */
function sideBySide(spans: readonly CallSpan[]): CallSpan[][] {
  const rows: CallSpan[][] = [];
  const began = (span: CallSpan): number => (span.calls === 1 ? span.start_ms + span.waited_ms : span.start_ms);
  for (const span of spans.toSorted((a, b) => began(a) - began(b))) {
    const free = rows.find((row) => row.at(-1)!.end_ms <= began(span));
    if (free) free.push(span);
    else rows.push([span]);
  }
  return rows;
}
