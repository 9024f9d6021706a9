import { FairBudget } from '@percept/core';
import { gather, memoryFor } from './read-body';
import { UploadMemory } from './upload-memory';

const MEGABYTE = 1024 * 1024;
const shareOf = (project: string) => ({ project, key: 'k' });
const memoryOf = (megabytes: number): { budget: FairBudget; memory: UploadMemory } => {
  const budget = new FairBudget({ total: megabytes * MEGABYTE, waitMs: 2_000, scarcity: 'No memory is left.' });
  return { budget, memory: new UploadMemory(budget) };
};

/** Pieces of a megabyte, and then none for ever. */
async function* stuckAfter(megabytes: number): AsyncGenerator<Buffer> {
  for (let piece = 0; piece < megabytes; piece++) yield Buffer.alloc(MEGABYTE);
  await new Promise(() => undefined);
}
const read = (pieces: AsyncIterable<Buffer>, memory: UploadMemory, project: string): Promise<Buffer> =>
  gather(pieces, { limit: 66 * MEGABYTE, memory: memoryFor(undefined, MEGABYTE), upload: memory.open(shareOf(project)) });

test('bodies without a length that hardly arrive keep no large one waiting', async () => {
  const { memory } = memoryOf(64);
  for (let body = 0; body < 4; body++) read(stuckAfter(1), memory, 'A').catch(() => undefined);
  await expect(memory.open(shareOf('B')).reserve(60 * MEGABYTE)).resolves.toBeUndefined();
});

test('bodies that arrived and are never completed make room for those of another project', async () => {
  const { memory } = memoryOf(32);
  const stuck = Array.from({ length: 4 }, () => read(stuckAfter(8), memory, 'A').catch(({ code }: { code: string }) => code));
  const own = memory.open(shareOf('B'));
  await own.reserve(16 * MEGABYTE);
  expect(await Promise.race(stuck)).toBe('OVERLOADED');
  own.release();
});

test('a complete body stays, and one that its caller has left is forgotten', async () => {
  const { memory, budget } = memoryOf(8);
  const first = memory.open(shareOf('A'));
  await first.reserve(8 * MEGABYTE);
  first.keep();
  const next = memory.open(shareOf('B'));
  const room = next.reserve(4 * MEGABYTE);
  expect([budget.waiting, next.isWaiting]).toEqual([1, true]);
  next.release();
  await expect(room).rejects.toMatchObject({ code: 'OVERLOADED' });
  expect(budget.waiting).toBe(0);
  next.takeLease(MEGABYTE);
  expect(next.lease).toBeUndefined();
});
