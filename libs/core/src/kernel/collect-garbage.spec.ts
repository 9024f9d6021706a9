import { collectGarbage } from './collect-garbage';

test('what nobody holds any more is collected', async () => {
  const held = { memory: new SharedArrayBuffer(1_000_000) };
  const [kept, dropped] = [new WeakRef(held.memory), new WeakRef(new SharedArrayBuffer(1_000_000))];
  // A WeakRef holds what it refers to until the end of the turn.
  await new Promise(setImmediate);
  collectGarbage();
  expect(dropped.deref()).toBeUndefined();
  expect(kept.deref()).toBe(held.memory);
});
