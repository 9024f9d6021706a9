import { FilterTurns } from './filter-turns';

/** Keeps this thread busy. */
const busy = (ms: number): void => {
  const until = performance.now() + ms;
  while (performance.now() < until);
};

test('projects share the time, however much one of them asks for', async () => {
  const turns = new FilterTurns(() => Promise.resolve());
  const order: string[] = [];
  const ask = (project: string, times: number) =>
    Array.from({ length: times }, () => turns.take(project, () => void order.push(project)));
  await Promise.all([turns.take('a', () => busy(5)), ...ask('a', 4), ...ask('b', 2)]);
  // The first turn was of a, and took five milliseconds.
  expect(order.join('')).toBe('bbaaaa');
});

test('after two milliseconds of work the thread is left alone for four times as long', async () => {
  const rests: number[] = [];
  const turns = new FilterTurns(async (ms) => void rests.push(ms));
  await Promise.all([5, 10, 0].map((ms) => turns.take('a', () => busy(ms))));
  expect(rests.length).toBeGreaterThanOrEqual(2);
  expect(rests[0]).toBeGreaterThanOrEqual(4 * 5);
  expect(rests[1]).toBeGreaterThanOrEqual(4 * 10);
});

test('work that throws is told so, and the next has its turn', async () => {
  const turns = new FilterTurns(() => Promise.resolve());
  const failing = turns.take('a', () => {
    throw new Error('no');
  });
  await expect(failing).rejects.toThrow('no');
  expect(await turns.take('b', () => 1)).toBe(1);
});
