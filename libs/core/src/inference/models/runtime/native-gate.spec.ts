import { NativeGate } from './native-gate';
import { remains, waitFor } from '../../../../../../test/harness/wait-for';

/** The thread's side and its owner's side of one gate. */
function gatePair(thread = 7) {
  const memory = NativeGate.memory();
  return { inside: new NativeGate(memory, thread), outside: new NativeGate(memory, thread), memory };
}

function pending() {
  let finish!: () => void;
  const work = new Promise<void>((resolve) => (finish = resolve));
  return { work, finish };
}

test('a gate with nobody inside closes at once', async () => {
  await gatePair().outside.close();
});

test('a gate closes only when all native work is done', async () => {
  const { inside, outside } = gatePair();
  const [first, second] = [pending(), pending()];
  const runs = [inside.pass(() => first.work), inside.pass(() => second.work)];
  const order: string[] = [];
  const closed = outside.close().then(() => order.push('closed'));
  await remains(() => order.length === 0, { ms: 20 });
  first.finish();
  await remains(() => order.length === 0, { ms: 20 });
  order.push('last one done');
  second.finish();
  await Promise.all([...runs, closed]);
  expect(order).toEqual(['last one done', 'closed']);
});

test('behind a closed gate no native work begins', async () => {
  const { inside, outside } = gatePair();
  await outside.close();
  const work = jest.fn(async () => 'done');
  const passed = jest.fn();
  void inside.pass(work).then(passed, passed);
  await remains(() => work.mock.calls.length + passed.mock.calls.length === 0, { ms: 20 });
});

test('a thread that does native work again and again does not keep its gate open', async () => {
  const { inside, outside } = gatePair();
  let [running, runs] = [true, 0];
  const working = async () => {
    // Outside for no longer than a microtask, as between two models of one call.
    while (running) await inside.pass(() => new Promise<void>((resolve) => setImmediate(() => (runs++, resolve()))));
  };
  const ended = jest.fn();
  void working().then(ended);
  await waitFor(() => runs > 3);
  const before = runs;
  await Promise.all([outside.close(), outside.close()]);
  running = false;
  // The one under way ends, and no other begins.
  expect(runs - before).toBeLessThanOrEqual(1);
  await remains(() => ended.mock.calls.length === 0, { ms: 20 });
});

test('work that fails leaves the gate as work that succeeds does', async () => {
  const { inside, outside } = gatePair();
  await expect(inside.pass(() => Promise.reject(new Error('no')))).rejects.toThrow('no');
  await outside.close();
});

test('gates of different threads do not know each other, and one is open again after a reset', async () => {
  const { outside, memory } = gatePair(7);
  await outside.close();
  expect(await new NativeGate(memory, 8).pass(async () => 'done')).toBe('done');
  outside.reset();
  expect(await new NativeGate(memory, 7).pass(async () => 'done')).toBe('done');
});
