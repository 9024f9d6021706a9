import type { MessagePort } from 'node:worker_threads';
import { CallTime } from './call-time';
import { Dispatcher, type DispatchedCall } from './dispatcher';
import type { WorkerAnswer } from './messages';
import type { WorkerPool } from './pool';

beforeEach(() => jest.useFakeTimers());
afterEach(() => jest.useRealTimers());

const ANSWER = { kind: 'answer', output: {}, timings: {}, models: [] } as unknown as WorkerAnswer;

/** Two workers, whose tasks end when the test says. */
function twoWorkers() {
  const free = new Set([1, 2]);
  const under: { project: string | undefined; end: () => void }[] = [];
  const pool = {
    hasFree: () => free.size > 0,
    take: () => {
      const [worker] = free;
      free.delete(worker!);
      return worker!;
    },
    isPrepared: () => true,
    run: (worker: number, { own }: { own?: { models: { project?: string }[] } }) =>
      new Promise<WorkerAnswer>((resolve) => {
        const end = (): void => {
          free.add(worker);
          resolve(ANSWER);
        };
        under.push({ project: own?.models[0]?.project, end });
      }),
    release: (worker: number) => free.add(worker),
  };
  const queue = { calls: 128, bytes: 1e9 };
  const dispatcher = new Dispatcher(pool as unknown as WorkerPool, { queue, workers: 2 });
  const call = (project: string, runsModelOf?: string, id = 'vision.classify'): Promise<unknown> => {
    const own = { models: [{ project }], broken: [] } as unknown as DispatchedCall['own'];
    const options = { share: { project, key: project } };
    const time = new CallTime(30_000, false);
    return dispatcher.run({ capability: { id }, time, options, timings: {}, own, runsModelOf }, {}, 'answer');
  };
  return { call, under, begun: () => under.map(({ project }) => project) };
}
const settled = () => jest.advanceTimersByTimeAsync(0);

test('calls with models of projects leave one worker for the others', async () => {
  const { call, under, begun } = twoWorkers();
  const all = [call('a', 'a'), call('a', 'a'), call('c', 'c')];
  await settled();
  expect(begun()).toEqual(['a']);
  all.push(call('b'));
  await settled();
  expect(begun()).toEqual(['a', 'b']);
  // The other worker takes more of the others, and none of those.
  under[1]!.end();
  all.push(call('b'));
  await settled();
  expect(begun()).toEqual(['a', 'b', 'b']);
  under[0]!.end();
  await settled();
  expect(begun()).toEqual(['a', 'b', 'b', expect.stringMatching(/^[ac]$/)]);
  for (let ended = 2; ended < all.length; ended++) {
    under[ended]!.end();
    await settled();
  }
  await expect(Promise.all(all)).resolves.toHaveLength(5);
});

test("how long a project's model takes does not decide whether a call of another project comes too late", async () => {
  const { call, under, begun } = twoWorkers();
  const slow = call('a', 'a');
  await jest.advanceTimersByTimeAsync(29_000);
  under[0]!.end();
  await slow;
  const others = ['b', 'c', 'd', 'e'].map((project) => call(project));
  await settled();
  expect(begun()).toEqual(['a', 'b', 'c']);
  for (let ended = 1; ended <= others.length; ended++) {
    under[ended]!.end();
    await settled();
  }
  await expect(Promise.all(others)).resolves.toHaveLength(4);
});

test('what nobody has called yet leaves a worker free where another project makes short calls', async () => {
  const { call, under, begun } = twoWorkers();
  const all = [call('b')];
  await settled();
  under[0]!.end();
  await settled();
  all.push(call('b'));
  await settled();
  under[1]!.end();
  await settled();
  all.push(...['vision.analyze', 'vision.analyze'].map((id) => call('a', undefined, id)));
  await settled();
  expect(begun()).toEqual(['b', 'b', 'a']);
  all.push(call('b'));
  await settled();
  expect(begun()).toEqual(['b', 'b', 'a', 'b']);
  for (const each of [2, 3]) under[each]!.end();
  await settled();
  under[4]!.end();
  await expect(Promise.all(all)).resolves.toHaveLength(5);
});

test('what is expected to take long leaves a worker free where another project makes short calls, and only there', async () => {
  const { call, under, begun } = twoWorkers();
  const slow = (project: string): Promise<unknown> => call(project, undefined, 'vision.analyze');
  const first = slow('a');
  await jest.advanceTimersByTimeAsync(2_000);
  under[0]!.end();
  await first;
  // Alone it has both workers.
  const all = [slow('a'), slow('a')];
  await settled();
  expect(begun()).toEqual(['a', 'a', 'a']);
  for (const each of [1, 2]) under[each]!.end();
  await settled();
  all.push(call('b'));
  await settled();
  under[3]!.end();
  await settled();
  all.push(slow('a'), slow('a'));
  await settled();
  expect(begun()).toEqual(['a', 'a', 'a', 'b', 'a']);
  all.push(call('b'));
  await settled();
  expect(begun().at(-1)).toBe('b');
  for (const each of [4, 5]) under[each]!.end();
  await settled();
  under[6]!.end();
  await expect(Promise.all(all)).resolves.toHaveLength(6);
});

test('a long call is ended when it makes no progress for too long, and not while it makes some', async () => {
  jest.useFakeTimers({ doNotFake: ['setImmediate'] });
  let report = (): void => undefined;
  const run = (_worker: number, { port }: { port: MessagePort }, _transfer: unknown, end: AbortSignal) =>
    new Promise<WorkerAnswer>((_resolve, reject) => {
      report = () => port.postMessage({ percent: 1 });
      end.addEventListener('abort', () => reject(new Error('terminated')));
    });
  const pool = { hasFree: () => true, take: () => 1, isPrepared: () => true, run };
  const dispatcher = new Dispatcher(pool as unknown as WorkerPool, { queue: { calls: 128, bytes: 1e9 }, workers: 2 });
  const capability = { id: 'documents.read', long: true, stallMs: 120_000 };
  const [onProgress, onEnd, time] = [jest.fn(), jest.fn(), new CallTime(1_800_000, true)];
  const call = dispatcher.run({ capability, time, options: { onProgress }, timings: {} }, {}, 'answer').catch(onEnd);
  await settled();
  for (let pages = 1; pages <= 3; pages++) {
    await jest.advanceTimersByTimeAsync(100_000);
    report();
    while (onProgress.mock.calls.length < pages) await new Promise((resolve) => setImmediate(resolve));
  }
  await jest.advanceTimersByTimeAsync(119_000);
  expect(onEnd).not.toHaveBeenCalled();
  await jest.advanceTimersByTimeAsync(2_000);
  await call;
  expect(onEnd).toHaveBeenCalledWith(
    expect.objectContaining({ code: 'TIMEOUT', message: expect.stringContaining('made no progress for 120 s') as string }),
  );
});
