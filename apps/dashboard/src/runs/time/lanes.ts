import { moved, spansOf, type Attempt } from './attempts';
import type { Span, Timeline } from './timeline';

/** A row of bars with a name. */
export interface Lane {
  name: string;
  about: string;
  spans: Span[];
}

/** Items that are listed: those that took longest. */
export const MAX_ITEMS = 20;

/** What each worker did in an attempt. Calls of one process that need no worker may overlap: they take as many rows as it needs. */
export function workerLanes(attempt: Attempt, timeline: Timeline): Lane[] {
  const shift = Date.parse(timeline.from) - attempt.from;
  const hosts = new Set(timeline.lanes.map(({ host, process }) => `${host} ${process}`)).size;
  return timeline.lanes.flatMap(({ host, process, worker, spans }) => {
    const own = spans.filter((span) => span.attempt === attempt.number).map((span) => moved(span, shift));
    const name = worker === null ? 'no worker' : `worker ${worker}`;
    const about = hosts > 1 ? `${host}, process ${process}` : '';
    return sideBySide(own).map((row) => ({ name, about, spans: row }));
  });
}

/** What the slowest items of an attempt waited for and when they were worked on. */
export function itemLanes(attempt: Attempt, timeline: Timeline): Lane[] {
  const items = new Map<string, Span[]>();
  for (const span of spansOf(attempt, timeline)) {
    if (span.item === null) continue;
    const key = JSON.stringify([span.step, span.item]);
    items.set(key, [...(items.get(key) ?? []), span]);
  }
  const took = (spans: Span[]) => Math.max(...spans.map((each) => each.end_ms)) - Math.min(...spans.map((each) => each.start_ms));
  return [...items.values()]
    .toSorted((one, other) => took(other) - took(one))
    .slice(0, MAX_ITEMS)
    .map((spans) => {
      const { item, step } = spans[0]!;
      return { name: item!.split('/').at(-1) || step, about: step, spans: spans.toSorted((a, b) => a.start_ms - b.start_ms) };
    });
}

/** The work of spans in as few rows as show no two over each other. */
function sideBySide(spans: readonly Span[]): Span[][] {
  const rows: Span[][] = [];
  const began = (span: Span): number => (span.calls === 1 ? span.start_ms + span.waited_ms : span.start_ms);
  for (const span of spans.toSorted((a, b) => began(a) - began(b))) {
    const free = rows.find((row) => row.at(-1)!.end_ms <= began(span));
    if (free) free.push(span);
    else rows.push([span]);
  }
  return rows;
}
