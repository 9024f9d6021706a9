import type { RunDetail } from '../../pipelines/answers';
import { compareFacts, compareInputs, onlyIn, compareOutputs, compareSteps } from './differences';

const at = (ms: number): string => new Date(Date.UTC(2026, 0, 1) + ms).toISOString();
const run = (changes: Partial<RunDetail>, tookMs = 1_000): RunDetail =>
  ({
    ...{ id: 'run_a', pipeline: 'p', revision: 'aaaaaaaaaa', status: 'succeeded', inputs: {}, rate_per_s: 2, limit: null },
    ...{ counts: { total: 5, pending: 0, running: 0, succeeded: 5, failed: 0, cached: 0 } },
    ...{
      created_at: at(0),
      started_at: at(0),
      ended_at: at(tookMs),
      duration_ms: tookMs,
      outputs: [],
      failures: [],
      steps: [],
      workers: [],
    },
    ...changes,
  }) as unknown as RunDetail;
const differing = (found: { name: string; differs: boolean; note?: string }[]) =>
  found.filter(({ differs }) => differs).map(({ name, note }) => [name, note]);

test('equal runs do not differ, however few milliseconds lie between them', () => {
  expect(differing(compareFacts(run({}), run({}, 1_010)))).toEqual([]);
});

test('state, time, counts and text that differ say by how much', () => {
  const counts = { total: 5, pending: 0, running: 0, succeeded: 3, failed: 2, cached: 0 };
  expect(differing(compareFacts(run({ status: 'partial', counts, revision: 'bbbbbbbbbb' }, 3_000), run({})))).toEqual([
    ['State', undefined],
    ['Duration', '2 s longer, 3 times'],
    ['Succeeded', '2 fewer'],
    ['Failed', '2 more'],
    ['Text of the pipeline', 'was changed'],
  ]);
});

test.each([
  [11, 6.85, [['Speed', '1.6 times faster']]],
  [2, 8, [['Speed', '4 times slower']]],
  [10, 9, []],
])('%d and %d items a second differ by %j', (one, other, found) => {
  expect(differing(compareFacts(run({ rate_per_s: one }), run({ rate_per_s: other })))).toEqual(found);
});

test('a try is told from a whole run', () => {
  expect(compareFacts(run({ limit: 1 }), run({}))).toContainEqual({
    ...{ name: 'Items of each block', one: 'at most 1', other: 'all', differs: true },
    note: undefined,
  });
});

test('inputs that only one run has differ, too', () => {
  expect(compareInputs(run({ inputs: { folder: 'a', min: 1 } }), run({ inputs: { folder: 'a', max: 2 } }))).toMatchObject([
    { name: 'folder', differs: false },
    { name: 'min', one: '1', other: '–', differs: true },
    { name: 'max', one: '–', other: '2', differs: true },
  ]);
});

test('steps are compared by their names, and one that has not ended has no time', () => {
  const step = (name: string, from: number, to?: number) =>
    ({
      step: name,
      state: 'succeeded',
      total: 1,
      started_at: at(from),
      ended_at: to === undefined ? null : at(to),
    }) as RunDetail['steps'][number];
  const found = compareSteps(
    run({ steps: [step('a', 0, 500), step('b', 500)] }),
    run({ steps: [step('a', 0, 100), step('b', 100, 200)] }),
  );
  expect(found).toMatchObject([
    { name: 'a', one: '500 ms', other: '100 ms', note: '400 ms longer, 5 times' },
    { name: 'b', one: '–', other: '100 ms' },
  ]);
});

test('files are the same without the id of the run in their names', () => {
  const output = (name: string, rows: number) => ({ name, path: name, rows });
  expect(
    compareOutputs(run({ outputs: [output('out/run_1.jsonl', 5)] }), run({ outputs: [output('out/run_2.jsonl', 3)] })),
  ).toMatchObject([{ name: 'out/….jsonl', one: '5', other: '3', note: '2 more' }]);
});

test('rows of one run alone are found whatever their order is', () => {
  expect(onlyIn([{ n: 1 }, { n: 2 }, { n: 3 }], [{ n: 3 }, { n: 1 }])).toEqual([{ n: 2 }]);
});
