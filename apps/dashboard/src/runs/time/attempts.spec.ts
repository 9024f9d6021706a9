import type { RunDetail } from '../../pipelines/answers';
import { listAttempts, listStepRows, union } from './attempts';
import { itemLanes, workerLanes } from './lanes';
import { chooseTicks } from './ticks';
import type { CallSpan, Timeline } from './timeline';

const ZERO = Date.UTC(2026, 0, 1);
const at = (ms: number): string => new Date(ZERO + ms).toISOString();
const step = (name: string, from: number, to?: number) => ({
  ...{ step: name, state: to === undefined ? 'pending' : 'succeeded', total: 2 },
  ...{ started_at: at(from), ended_at: to === undefined ? null : at(to) },
});
const span = (start_ms: number, waited_ms: number, worked_ms: number, more: Partial<CallSpan> = {}): CallSpan => ({
  ...{
    attempt: 1,
    step: 'photos',
    call: 'detect',
    item: 'a/p1.jpg',
    call_attempt: 1,
    start_ms,
    end_ms: start_ms + waited_ms + worked_ms,
  },
  ...{ waited_ms, worked_ms, calls: 1, failed: 0, error: null },
  ...more,
});
const timelineOf = (...lanes: CallSpan[][]): Timeline => ({
  ...{ from: at(0), to: null, joined: false },
  steps: [
    {
      attempt: 1,
      step: 'photos',
      call: 'detect',
      start_ms: 100,
      end_ms: 600,
      waited_ms: 100,
      worked_ms: 500,
      calls: 2,
      failed: 1,
    },
    {
      attempt: 2,
      step: 'photos',
      call: 'detect',
      start_ms: 90_100,
      end_ms: 90_300,
      waited_ms: 0,
      worked_ms: 200,
      calls: 1,
      failed: 0,
    },
  ],
  lanes: lanes.map((spans, worker) => ({ host: 'vm', process: 7, worker, spans })),
});
const run = {
  ...{ status: 'running', created_at: at(0), started_at: at(90_050), ended_at: null },
  steps: [step('list', 50, 100), step('photos', 90_060)],
  earlier_attempts: [
    {
      ...{ number: 1, status: 'partial', started_at: at(50), ended_at: at(1_000), retried_at: at(90_000) },
      steps: [step('list', 50, 100), step('photos', 100, 900)],
    },
  ],
} as unknown as RunDetail;

test('each attempt has a time of its own, from when it was asked for, and the steps that it began', () => {
  const attempts = listAttempts(run, ZERO + 91_000);
  expect(attempts.map(({ number, from, to, steps }) => [number, from - ZERO, to - ZERO, steps.map((each) => each.step)])).toEqual(
    [
      [1, 0, 1_000, ['list', 'photos']],
      [2, 90_000, 91_000, ['photos']],
    ],
  );
});

test('a block is followed by its own steps, with the calls of that attempt alone', () => {
  const timeline = timelineOf([span(100, 50, 150), span(300, 50, 250), span(90_100, 0, 200, { attempt: 2 })]);
  const [first, second] = listAttempts(run, ZERO + 91_000);
  expect(listStepRows(first!, timeline)).toMatchObject([
    { name: 'list', isInner: false, from: 50, to: 100 },
    { name: 'photos', isInner: false, from: 100, to: 900, calls: 0 },
    {
      ...{ name: 'detect', isInner: true, from: 100, to: 600, calls: 2, failed: 1, waitedMs: 100, workedMs: 500 },
      waiting: [
        { from: 100, to: 150 },
        { from: 300, to: 350 },
      ],
      working: [
        { from: 150, to: 300 },
        { from: 350, to: 600 },
      ],
    },
  ]);
  expect(listStepRows(second!, timeline)).toMatchObject([
    { name: 'photos', from: 60, to: 1_000, state: 'pending' },
    { name: 'detect', from: 100, to: 300, working: [{ from: 100, to: 300 }] },
  ]);
});

test('a step outside blocks is one row', () => {
  const alone = { ...run, earlier_attempts: [], started_at: at(0), steps: [step('photos', 0, 700)] } as RunDetail;
  const timeline = timelineOf([span(100, 0, 10, { call: 'photos' })]);
  timeline.steps = [{ ...timeline.steps[0]!, call: 'photos' }];
  expect(listStepRows(listAttempts(alone, ZERO)[0]!, timeline)).toMatchObject([
    { name: 'photos', isInner: false, from: 0, to: 700, calls: 2 },
  ]);
});

test('before anything is known of its calls a run has its steps', () => {
  expect(listStepRows(listAttempts(run, ZERO + 91_000)[0]!, undefined).map(({ name }) => name)).toEqual(['list', 'photos']);
});

test('workers are lanes; calls that need none take as many as they overlap', () => {
  const timeline = timelineOf([span(100, 50, 200)], [span(0, 0, 100), span(50, 0, 100), span(100, 0, 10)]);
  timeline.lanes[1]!.worker = null;
  const lanes = workerLanes(listAttempts(run, ZERO)[0]!, timeline);
  expect(lanes.map(({ name, spans }) => [name, spans.map(({ start_ms }) => start_ms)])).toEqual([
    ['worker 0', [100]],
    ['no worker', [0, 100]],
    ['no worker', [50]],
  ]);
});

test('items are lanes with all attempts at their calls, the slowest first', () => {
  const again = span(400, 200, 100, { call_attempt: 2 });
  const timeline = timelineOf([span(100, 50, 200, { failed: 1, error: 'TIMEOUT' }), span(0, 0, 90, { item: 'p2.jpg' }), again]);
  const lanes = itemLanes(listAttempts(run, ZERO)[0]!, timeline);
  expect(lanes.map(({ name, spans }) => [name, spans.map(({ call_attempt }) => call_attempt)])).toEqual([
    ['p1.jpg', [1, 2]],
    ['p2.jpg', [1]],
  ]);
});

test('pieces of time that touch are one', () => {
  expect(
    union([
      { from: 5, to: 9 },
      { from: 0, to: 2 },
      { from: 2, to: 3 },
      { from: 6, to: 7 },
    ]),
  ).toEqual([
    { from: 0, to: 3 },
    { from: 5, to: 9 },
  ]);
});

test('a length of time has few round ticks', () => {
  expect(chooseTicks(33_500)).toEqual([0, 10_000, 20_000, 30_000]);
  expect(chooseTicks(3)).toEqual([0, 1, 2, 3]);
  expect(chooseTicks(40 * 86_400_000)).toEqual([0, 8, 16, 24, 32, 40].map((days) => days * 86_400_000));
});
