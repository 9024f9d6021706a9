import { duration, spansOf } from './spans';

const at = (seconds: number): string => new Date(Date.UTC(2026, 0, 1) + seconds * 1_000).toISOString();
const step = (name: string, from: number, to?: number) => ({
  ...{ step: name, state: to === undefined ? ('pending' as const) : ('succeeded' as const), total: 1 },
  ...{ started_at: at(from), ended_at: to === undefined ? null : at(to) },
});

test('steps lie on the time of their run; what has not ended lasts until now', () => {
  const run = { steps: [step('one', 0, 4), step('two', 4)], started_at: at(0), ended_at: null };
  expect(spansOf(run, Date.parse(at(8)))).toMatchObject([
    { step: 'one', start: 0, width: 50, afterMs: 0, tookMs: 4_000 },
    { step: 'two', start: 50, width: 50, afterMs: 4_000, tookMs: 4_000 },
  ]);
});

test('a step that did not end, ends with its run', () => {
  const run = { steps: [step('one', 1)], started_at: at(0), ended_at: at(2) };
  expect(spansOf(run, Date.parse(at(60)))).toMatchObject([{ start: 50, width: 50, tookMs: 1_000 }]);
});

test('a run that has not begun, or of no time at all, has no bar beyond its line', () => {
  expect(spansOf({ steps: [], started_at: null, ended_at: null }, 0)).toEqual([]);
  const [span] = spansOf({ steps: [step('one', 0, 0)], started_at: at(0), ended_at: at(0) }, 0);
  expect(span).toMatchObject({ start: 0, width: 0, tookMs: 0 });
});

test('durations are in the units that a reader would say', () => {
  expect([40, 1_234, 59_990, 185_000, 7_620_000].map(duration)).toEqual([
    '40 ms',
    '1.2 s',
    '1 min 0 s',
    '3 min 5 s',
    '2 h 7 min',
  ]);
});
