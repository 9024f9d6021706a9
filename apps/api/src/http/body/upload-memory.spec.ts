import { setTimeout as wait } from 'node:timers/promises';
import { UploadMemory } from './upload-memory';

/** Which of these promises are settled by now. */
async function settled(rooms: Promise<void>[]): Promise<boolean[]> {
  const states = rooms.map(() => false);
  rooms.forEach((room, index) => void room.then(() => (states[index] = true)));
  await wait(5);
  return states;
}

describe('the memory for bodies', () => {
  test('lets in what fits, and the others in their order as room is given back', async () => {
    const memory = new UploadMemory(100, 60_000);
    const takes = [60, 30, 50, 10].map((bytes) => memory.reserve(bytes));
    const rooms = takes.map(({ room }) => room);
    // The last would fit, but it came after one that does not.
    expect(await settled(rooms)).toEqual([true, true, false, false]);
    takes[1]!.release();
    expect(await settled(rooms)).toEqual([true, true, false, false]);
    takes[0]!.release();
    takes[0]!.release();
    expect(await settled(rooms)).toEqual([true, true, true, true]);
  });

  test('lets in one body alone however large', async () => {
    const memory = new UploadMemory(100, 60_000);
    const { room, release } = memory.reserve(500);
    await room;
    const next = memory.reserve(1);
    expect(await settled([next.room])).toEqual([false]);
    release();
    await next.room;
    next.release();
  });

  test('refuses who waits too long, and forgets who leaves', async () => {
    const memory = new UploadMemory(100, 20);
    const first = memory.reserve(100);
    const gone = memory.reserve(100);
    gone.release();
    await expect(memory.reserve(10).room).rejects.toMatchObject({ code: 'OVERLOADED', retryAfterS: 1 });
    first.release();
    const whole = memory.reserve(100);
    await whole.room;
    whole.release();
  });
});
