import type { Tensor } from 'onnxruntime-node';
import { RestingSession } from './resting-session';
import type { Session } from './session';

const MINUTE = 60_000;

/** A network that says its name, and whose runs end when the test lets them. */
function network(name: string) {
  const ends: (() => void)[] = [];
  const session = {
    inputNames: [name],
    outputNames: [],
    inputs: [],
    outputs: [],
    run: jest.fn(async () => {
      await new Promise<void>((resolve) => ends.push(resolve));
      return { by: name as unknown as Tensor };
    }),
    release: jest.fn(async () => {}),
  } satisfies Session;
  return { ...session, end: () => ends.shift()!() };
}

beforeEach(() => jest.useFakeTimers());
afterEach(() => jest.useRealTimers());

async function ran(resting: RestingSession, by: ReturnType<typeof network>) {
  const run = resting.run({});
  by.end();
  return run;
}

test('a minute after its last run the network is opened again, and the one that ran is released', async () => {
  const [first, second] = [network('first'), network('second')];
  const open = jest.fn(async () => second);
  const resting = new RestingSession(first, open);
  await jest.advanceTimersByTimeAsync(2 * MINUTE);
  expect(open).not.toHaveBeenCalled();

  await ran(resting, first);
  await jest.advanceTimersByTimeAsync(0.9 * MINUTE);
  await ran(resting, first);
  await jest.advanceTimersByTimeAsync(0.9 * MINUTE);
  expect(open).not.toHaveBeenCalled();
  await jest.advanceTimersByTimeAsync(0.2 * MINUTE);
  expect(open).toHaveBeenCalledTimes(1);
  expect(first.release).toHaveBeenCalledTimes(1);
  expect(resting.inputNames).toEqual(['second']);
  expect(await ran(resting, second)).toEqual({ by: 'second' });
});

test('a network that runs is not released, however long that takes', async () => {
  const [first, second] = [network('first'), network('second')];
  const resting = new RestingSession(first, async () => second);
  await ran(resting, first);
  const long = resting.run({});
  await jest.advanceTimersByTimeAsync(5 * MINUTE);
  expect(first.release).not.toHaveBeenCalled();
  first.end();
  expect(await long).toEqual({ by: 'first' });
  await jest.advanceTimersByTimeAsync(2 * MINUTE);
  expect(first.release).toHaveBeenCalledTimes(1);
});

test('a run that begins while the network is opened again goes on', async () => {
  const [first, second] = [network('first'), network('second')];
  let opened!: () => void;
  const opening = new Promise<Session>((resolve) => (opened = () => resolve(second)));
  const resting = new RestingSession(first, () => opening);
  await ran(resting, first);
  await jest.advanceTimersByTimeAsync(MINUTE);
  const run = resting.run({});
  opened();
  await jest.advanceTimersByTimeAsync(0);
  expect(first.release).not.toHaveBeenCalled();
  expect(second.release).toHaveBeenCalledTimes(1);
  first.end();
  expect(await run).toEqual({ by: 'first' });
});

test('a network that cannot be opened again stays, and is tried again after its next run', async () => {
  const [first, second] = [network('first'), network('second')];
  const open = jest.fn<Promise<Session>, []>().mockRejectedValueOnce(new Error('gone')).mockResolvedValueOnce(second);
  const resting = new RestingSession(first, open);
  await ran(resting, first);
  await jest.advanceTimersByTimeAsync(2 * MINUTE);
  expect(first.release).not.toHaveBeenCalled();
  expect(await ran(resting, first)).toEqual({ by: 'first' });
  await jest.advanceTimersByTimeAsync(MINUTE);
  expect(first.release).toHaveBeenCalledTimes(1);
});

test('a network that cannot be released is replaced all the same', async () => {
  const [first, second] = [network('first'), network('second')];
  first.release.mockRejectedValueOnce(new Error('busy'));
  const resting = new RestingSession(first, async () => second);
  await ran(resting, first);
  await jest.advanceTimersByTimeAsync(MINUTE);
  expect(first.release).toHaveBeenCalledTimes(1);
  expect(await ran(resting, second)).toEqual({ by: 'second' });
});

test('a released network is not opened again', async () => {
  const [first, second] = [network('first'), network('second')];
  const open = jest.fn(async () => second);
  const resting = new RestingSession(first, open);
  await ran(resting, first);
  await resting.release();
  await jest.advanceTimersByTimeAsync(2 * MINUTE);
  expect(open).not.toHaveBeenCalled();
  expect(first.release).toHaveBeenCalledTimes(1);
});
