import { ThreadTurns } from './thread-turns';

let now = 0;
const clock = (): number => now;
const busy = (ms: number): void => void (now += ms);

/** Works in pieces of this many milliseconds until `isOver`. @returns how many it did. */
async function work(turns: ThreadTurns, project: string, ms: number, isOver: () => boolean): Promise<number> {
  let pieces = 0;
  while (!isOver()) {
    busy(ms);
    pieces++;
    await turns.pass({ project, key: '' });
  }
  return pieces;
}

/** Resolves after this many turns of the event loop. */
async function loops(count: number): Promise<void> {
  for (let turn = 0; turn < count; turn++) await new Promise(setImmediate);
}

test('the event loop turns although work never ends, and runs do not add up', async () => {
  const turns = new ThreadTurns(clock);
  let isOver = false;
  const all = Array.from({ length: 20 }, () => work(turns, 'A', 1, () => isOver));
  // It would never come here.
  await loops(10);
  isOver = true;
  const pieces = (await Promise.all(all)).reduce((sum, each) => sum + each, 0);
  // Each begins once; then a turn has about two pieces of a millisecond, of whomever.
  expect(pieces).toBeLessThan(20 + 20 * 10);
});

test('pieces that wait follow each other while the turn has time, without a turn of the event loop for each', async () => {
  const turns = new ThreadTurns(clock);
  let isOver = false;
  const all = Array.from({ length: 20 }, () => work(turns, 'A', 0.1, () => isOver));
  await loops(10);
  isOver = true;
  const pieces = (await Promise.all(all)).reduce((sum, each) => sum + each, 0);
  expect(pieces).toBeGreaterThan(100);
  expect(pieces).toBeLessThan(20 + 20 * 12);
});

test('after a piece that takes long, requests have the thread for as long', async () => {
  jest.useFakeTimers({ doNotFake: ['setImmediate', 'performance'] });
  try {
    const turns = new ThreadTurns(clock);
    let pieces = 0;
    const all = [1, 2].map(async (n) => {
      await turns.pass({ project: 'A', key: '' });
      busy(40);
      await turns.pass({ project: 'A', key: '' });
      pieces += n;
    });
    await loops(20);
    expect(pieces).toBe(0);
    await jest.advanceTimersByTimeAsync(34);
    await loops(5);
    expect(pieces).toBe(0);
    await jest.advanceTimersByTimeAsync(2);
    await loops(5);
    expect(pieces).toBeGreaterThan(0);
    await jest.advanceTimersByTimeAsync(100);
    await Promise.all(all);
  } finally {
    jest.useRealTimers();
  }
});

test('while a project rests after a long piece, another one works', async () => {
  jest.useFakeTimers({ doNotFake: ['setImmediate', 'performance'] });
  try {
    const turns = new ThreadTurns(clock);
    let isOver = false;
    const heavy = work(turns, 'A', 40, () => isOver);
    await loops(5);
    let pieces = 0;
    const light = work(turns, 'B', 3, () => ++pieces > 5);
    await loops(10);
    expect(pieces).toBe(6);
    isOver = true;
    await jest.advanceTimersByTimeAsync(100);
    expect(await heavy).toBeLessThan(4);
    await light;
  } finally {
    jest.useRealTimers();
  }
});

test('who has little to do does not wait', async () => {
  const turns = new ThreadTurns(clock);
  expect([turns.pass({ project: 'A', key: '' }), turns.pass({ project: 'B', key: '' })]).toEqual([undefined, undefined]);
  busy(6);
  expect(turns.pass({ project: 'A', key: '' })).toBeInstanceOf(Promise);
});

test('projects share by time: one with many loops of long pieces gets no more than one with a single loop of short ones', async () => {
  const turns = new ThreadTurns(clock);
  let isOver = false;
  const many = Array.from({ length: 6 }, () => work(turns, 'A', 5, () => isOver));
  const single = work(turns, 'B', 2.5, () => isOver);
  await loops(300);
  isOver = true;
  const long = (await Promise.all(many)).reduce((sum, each) => sum + each, 0);
  // Of the time each has about half: twice as many pieces of half the length.
  expect((await single) / long).toBeGreaterThan(1.6);
});
