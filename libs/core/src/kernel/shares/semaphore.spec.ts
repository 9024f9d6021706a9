import fc from 'fast-check';
import { Semaphore, type Waiter } from './semaphore';

/** Takes the only place of a semaphore for each waiter in turn. @returns their order. */
async function orderOf(waiters: readonly [name: string, place?: Waiter][]): Promise<string[]> {
  const semaphore = new Semaphore(1);
  const entered: string[] = [];
  await semaphore.acquire();
  for (const [name, place] of waiters) void semaphore.acquire(place).then(() => entered.push(name));
  for (let n = 0; n < waiters.length; n++) {
    semaphore.release();
    await new Promise(setImmediate);
  }
  expect(semaphore.inside).toBe(1);
  return entered;
}

const at = (project: string, key: string, rank: string): Waiter => ({ share: { project, key }, rank });

test('serves waiters without a place in the order in which they came', async () => {
  expect(await orderOf([['a'], ['b'], ['c']])).toEqual(['a', 'b', 'c']);
});

test('of one key serves the lowest rank first', async () => {
  const waiters: [string, Waiter][] = ['2', '3', '1'].map((rank) => [rank, at('P', 'run', rank)]);
  expect(await orderOf(waiters)).toEqual(['1', '2', '3']);
});

test('a run waits for one item of each other run, however many shards of those wait before it', async () => {
  const many: [string, Waiter][] = ['1', '2', '3', '4'].map((rank) => [`many ${rank}`, at('P', 'many', rank)]);
  const order = await orderOf([...many, ['few', at('P', 'few', '9')]]);
  expect(order).toEqual(['many 1', 'few', 'many 2', 'many 3', 'many 4']);
});

test('projects share the time inside: one whose items take long gets fewer of them', async () => {
  const semaphore = new Semaphore(1);
  const entered: string[] = [];
  await semaphore.acquire();
  for (const project of ['long', 'short'])
    for (const n of [1, 2, 3, 4]) void semaphore.acquire(at(project, 'run', `${n}`)).then(() => entered.push(project));
  for (let n = 0; n < 6; n++) {
    semaphore.release();
    await new Promise(setImmediate);
    semaphore.charge({ project: entered.at(-1)!, key: 'run' }, entered.at(-1) === 'long' ? 300 : 100);
  }
  expect(entered).toEqual(['long', 'short', 'short', 'short', 'long', 'short']);
});

test('a project that has no place gets an extra one at once, and one only', async () => {
  const semaphore = new Semaphore(2, 1);
  const entered: string[] = [];
  const enter = (project: string): Promise<void> =>
    semaphore.acquire(at(project, 'run', '1')).then(() => void entered.push(project));
  for (const project of ['long', 'long', 'long', 'short', 'short', 'third']) void enter(project);
  await new Promise(setImmediate);
  expect(entered).toEqual(['long', 'long', 'short']);
  semaphore.release(at('short', 'run', '1'));
  await new Promise(setImmediate);
  expect(entered.slice(3)).toEqual(['short']);
  semaphore.release(at('short', 'run', '1'));
  await new Promise(setImmediate);
  expect(entered.slice(4)).toEqual(['third']);
  semaphore.release(at('long', 'run', '1'));
  await new Promise(setImmediate);
  expect([entered.length, semaphore.inside]).toEqual([5, 2]);
  semaphore.release(at('long', 'run', '1'));
  await new Promise(setImmediate);
  expect([entered.slice(5), semaphore.inside]).toEqual([['long'], 2]);
});

test('a project whose last place goes to another one gets an extra one at once', async () => {
  const semaphore = new Semaphore(2, 1);
  const entered: string[] = [];
  for (const project of ['short', 'long', 'long', 'short'])
    void semaphore.acquire(at(project, 'run', '1')).then(() => entered.push(project));
  await new Promise(setImmediate);
  expect(entered).toEqual(['short', 'long']);
  // What the other one's takes is charged when it ends: until then that one seems to have had less.
  semaphore.charge({ project: 'short', key: 'run' }, 1_000);
  semaphore.release(at('short', 'run', '1'));
  await new Promise(setImmediate);
  expect([entered.slice(2), semaphore.inside]).toEqual([['long', 'short'], 3]);
});

test('a project waits for one item of each other project, however many runs that has', async () => {
  const many: [string, Waiter][] = ['1', '2', '3'].map((run) => [`P ${run}`, at('P', run, '1')]);
  expect(await orderOf([...many, ['Q', at('Q', 'run', '1')]])).toEqual(['P 1', 'Q', 'P 2', 'P 3']);
});

test('nobody waits while there is a place for them', async () => {
  const [size, extra] = [3, 2];
  const project = fc.constantFrom('A', 'B', 'C', 'D');
  const step = fc.record({ project, leaves: fc.boolean(), ms: fc.nat(1_000) });
  const property = fc.asyncProperty(fc.array(step, { maxLength: 60 }), async (steps) => {
    const semaphore = new Semaphore(size, extra);
    const inside: Waiter[] = [];
    const waiting = new Set<Waiter>();
    for (const { project: name, leaves, ms } of steps) {
      const place = at(name, 'run', '1');
      const index = inside.findIndex(({ share }) => share.project === name);
      if (leaves && index >= 0) {
        semaphore.charge(place.share, ms);
        semaphore.release(inside.splice(index, 1)[0]);
      } else {
        waiting.add(place);
        void semaphore.acquire(place).then(() => (waiting.delete(place), inside.push(place)));
      }
      await new Promise(setImmediate);
      expect([semaphore.inside, inside.length <= size + extra]).toEqual([inside.length, true]);
      const has = (of: string): boolean => inside.some(({ share }) => share.project === of);
      const fit = [...waiting].filter(
        ({ share }) => inside.length < size || (inside.length < size + extra && !has(share.project)),
      );
      expect(fit).toEqual([]);
    }
  });
  await fc.assert(property, { numRuns: 200, seed: 1 });
});
