import { RunHarness, withStep } from '../../../../../../test/harness/run-harness';
import { PerceptError } from '../../../kernel/errors';
import { CallBudget, CallList, type RecordedCall } from '../context/call-times';

const harness = new RunHarness();
const spansOf = async (run: { id: string }) => (await harness.pipelines.timeline(run.id)).lanes.flatMap(({ spans }) => spans);
const BY = { kind: 'key', id: 'key_1', name: 'night' };

describe('the timeline of a run', () => {
  test('has each call with its worker, and what it waited apart from what it worked', async () => {
    harness.photos(3);
    await harness.open(async ({ image }, { options }) => {
      options.onBegin!(String(image).includes('p0000') ? 0 : 1);
      return { seen: image, total: 1 };
    });
    const run = await harness.run();
    const timeline = await harness.pipelines.timeline(run.id);
    expect(timeline).toMatchObject({ from: run.created_at, to: run.ended_at, joined: false });
    expect(timeline.steps).toMatchObject([{ attempt: 1, step: 'photos', call: 'echo', calls: 3, failed: 0 }]);
    expect(timeline.lanes.map(({ process: id, worker, spans }) => [id, worker, spans.length])).toEqual([
      [process.pid, 0, 1],
      [process.pid, 1, 2],
    ]);
    for (const { start_ms, end_ms, waited_ms, worked_ms } of await spansOf(run))
      expect(waited_ms + worked_ms).toBe(end_ms - start_ms);
  });

  test('keeps every attempt at a call, and every attempt of the run: a retry only adds', async () => {
    harness.photos(2);
    let isBroken = true;
    await harness.open(({ image }) => {
      if (isBroken && String(image).includes('p0001')) throw new PerceptError('TIMEOUT', 'it took too long.');
      return { seen: image, total: 1 };
    });
    const once = await harness.run(withStep('retry: { attempts: 2, delay: 1ms }'), { roots: [harness.folder] });
    const before = await spansOf(once);
    expect(before.filter(({ item }) => item!.includes('p0001')).map(({ call_attempt, error }) => [call_attempt, error])).toEqual([
      [1, 'TIMEOUT'],
      [2, 'TIMEOUT'],
    ]);
    isBroken = false;
    await harness.pipelines.retry(once.id, BY);
    await harness.until(once);
    const after = await spansOf(once);
    expect(after).toEqual(expect.arrayContaining(before));
    expect(after.filter(({ attempt }) => attempt === 2)).toMatchObject([{ call: 'echo', call_attempt: 1, error: null }]);
  });

  test('shows a call that failed while its next attempt is still to come', async () => {
    harness.photos(1);
    await harness.open(() => {
      throw new PerceptError('TIMEOUT', 'it took too long.');
    });
    const run = await harness.start(withStep('retry: { attempts: 2, delay: 1h }'));
    await harness.until(run, ({ counts }) => counts.total === 1);
    while ((await spansOf(run)).length === 0) await new Promise(setImmediate);
    expect(await spansOf(run)).toMatchObject([{ call_attempt: 1, error: 'TIMEOUT' }]);
    await harness.pipelines.cancel(run.id);
  });

  test('a result of the cache makes no bar', async () => {
    harness.photos(1);
    await harness.open();
    await harness.run(withStep('cache: 1h'));
    const again = await harness.run(withStep('cache: 1h'));
    expect([again.counts.cached, await spansOf(again)]).toEqual([1, []]);
  });
});

const call = (index: number): RecordedCall => ({
  ...{ step: index % 2 ? 'a' : 'b', item: `${index}`, attempt: 1, from: index, to: index + 10, waited: 4, worked: 6 },
  ...{ worker: 0, error: index === 3 ? 'TIMEOUT' : null, calls: 1, failed: index === 3 ? 1 : 0 },
});

function taken(list: CallList, calls: readonly RecordedCall[]): RecordedCall[] {
  for (const each of calls) list.add(each);
  return list.take();
}

test('calls of a step and a worker add up', () => {
  const budget = Object.assign(new CallBudget(), { left: 2 });
  expect(taken(new CallList(budget), [1, 2, 3, 4].map(call))).toEqual([
    { ...call(1), item: null, to: 13, waited: 8, worked: 12, error: 'TIMEOUT', calls: 2, failed: 1 },
    { ...call(2), item: null, to: 14, waited: 8, worked: 12, calls: 2 },
  ]);
});

test('a run keeps some thousand calls one by one, and sums of those after them', () => {
  const list = new CallList(new CallBudget());
  const calls = Array.from({ length: 4_000 }, (_, index) => call(index + 10));
  expect([calls, calls, calls.slice(0, 1_000)].map((each) => taken(list, each).length)).toEqual([4_000, 2, 1_000]);
});
