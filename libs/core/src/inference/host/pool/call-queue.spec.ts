import type { PerceptError } from '../../../kernel/errors';
import { fairShareContract } from '../../../kernel/shares/fair-share.contract';
import { CallQueue, type LiveCall, type WaitingCall } from './call-queue';

type Named = WaitingCall & { name: string };
const waiting = (name: string, patient = false, bytes = 1, more: Partial<WaitingCall> = {}): Named => ({
  name,
  patient,
  bytes,
  long: false,
  expectedMs: 0,
  start: () => {},
  ...more,
});
/** A call that wants in; it has all the time in the world. */
const entry = (bytes = 1, more: Partial<LiveCall> = {}): LiveCall => ({
  bytes,
  long: false,
  waitMs: Infinity,
  workers: 2,
  ...more,
});
const names = (line: CallQueue) => {
  const order: string[] = [];
  for (let next = line.dequeue(); next; next = line.dequeue()) order.push((next as Named).name);
  return order;
};

describe('the line of waiting calls', () => {
  fairShareContract(async (waiters) => {
    const line = new CallQueue({ calls: 100, bytes: 100 }, 1);
    for (const { project, ms } of waiters)
      line.enqueue(waiting(project, false, 1, { share: { project, key: 'k' }, expectedMs: ms }));
    return names(line);
  });

  test('is first come, first served', () => {
    const line = new CallQueue({ calls: 10, bytes: 100 }, 2);
    for (const name of ['a', 'b', 'c']) line.enqueue(waiting(name));
    expect(names(line)).toEqual(['a', 'b', 'c']);
  });

  test('gives each of two projects half of the time, and refuses neither for what the other sent', () => {
    const line = new CallQueue({ calls: 6, bytes: 60 }, 1);
    const [A, B] = ['A', 'B'].map((project) => ({ share: { project, key: 'k' } })) as [
      Partial<WaitingCall>,
      Partial<WaitingCall>,
    ];
    for (const name of ['a', 'b', 'c', 'd', 'e', 'f']) line.enqueue(waiting(name, false, 10, { ...A, expectedMs: 1000 }));
    expect(() => line.checkCapacity(entry(1, A))).toThrow(expect.objectContaining({ code: 'OVERLOADED' }));
    // Two calls are served before it, twice as long as expected: those of A that were there before do not count.
    const soon = entry(10, { ...B, workers: 1, waitMs: 2000 });
    for (const name of ['1', '2', '3']) {
      expect(() => line.checkCapacity({ ...soon, waitMs: 10_000 })).not.toThrow();
      if (name === '1') expect(() => line.checkCapacity(soon)).not.toThrow();
      line.enqueue(waiting(name, false, 10, B));
    }
    expect(() => line.checkCapacity({ ...soon, waitMs: 100_000 })).toThrow(expect.objectContaining({ code: 'OVERLOADED' }));
    expect(names(line)).toEqual(['a', '1', '2', '3', 'b', 'c', 'd', 'e', 'f']);
  });

  test('a project whose calls take longer than expected waits until the others have had as much time', () => {
    const line = new CallQueue({ calls: 100, bytes: 100 }, 1);
    const [A, B] = ['A', 'B'].map((project) => ({ share: { project, key: 'k' } })) as [
      Partial<WaitingCall>,
      Partial<WaitingCall>,
    ];
    line.begin(A, 100);
    line.correct(A, 900);
    for (const name of ['a', 'b']) line.enqueue(waiting(name, false, 1, { ...A, expectedMs: 100 }));
    for (const name of ['1', '2', '3']) line.enqueue(waiting(name, false, 1, { ...B, expectedMs: 400 }));
    expect(names(line)).toEqual(['1', '2', '3', 'a', 'b']);
  });

  test('does not refuse a project because another one waits for its fetches', () => {
    const line = new CallQueue({ calls: 2, bytes: 100 }, 1);
    const share = { project: 'A', key: 'k' };
    for (let i = 0; i < 2; i++) line.hold(share, 1);
    expect(() => line.checkCapacity(entry(1, { share }))).toThrow(expect.objectContaining({ code: 'OVERLOADED' }));
    expect(() => line.checkCapacity(entry(1, { share: { project: 'B', key: 'k' } }))).not.toThrow();
    for (let i = 0; i < 2; i++) line.hold(share, -1);
    expect(() => line.checkCapacity(entry(1, { share }))).not.toThrow();
  });

  test('lets live calls go first and gives patient ones every fourth turn', () => {
    const line = new CallQueue({ calls: 10, bytes: 100 }, 2);
    for (const name of ['P', 'Q']) line.enqueue(waiting(name, true));
    for (const name of ['a', 'b', 'c', 'd', 'e']) line.enqueue(waiting(name));
    expect(names(line)).toEqual(['a', 'b', 'c', 'P', 'd', 'e', 'Q']);
  });

  test('is full at its number of calls, whatever patient ones wait', () => {
    const line = new CallQueue({ calls: 2, bytes: 100 }, 2);
    for (let i = 0; i < 50; i++) line.enqueue(waiting('P', true));
    line.enqueue(waiting('a'));
    expect(() => line.checkCapacity(entry())).not.toThrow();
    line.enqueue(waiting('b'));
    expect(() => line.checkCapacity(entry())).toThrow(expect.objectContaining({ code: 'OVERLOADED', status: 503 }));
  });

  test('is full at its bytes, but lets one large call in alone', () => {
    const line = new CallQueue({ calls: 10, bytes: 100 }, 2);
    expect(() => line.checkCapacity(entry(1_000))).not.toThrow();
    line.enqueue(waiting('a', false, 90));
    expect(() => line.checkCapacity(entry(10))).not.toThrow();
    expect(() => line.checkCapacity(entry(11))).toThrow(expect.objectContaining({ code: 'OVERLOADED' }));
  });

  test('counts calls whose media are being fetched', () => {
    const line = new CallQueue({ calls: 2, bytes: 100 }, 2);
    for (let i = 0; i < 2; i++) line.hold(undefined, 1);
    expect(() => line.checkCapacity(entry())).toThrow(expect.objectContaining({ code: 'OVERLOADED' }));
  });

  const refusal = (line: CallQueue, wanted: LiveCall): PerceptError | undefined => {
    try {
      line.checkCapacity(wanted);
      return undefined;
    } catch (error) {
      return error as PerceptError;
    }
  };

  test('tells when to come back from how long calls take', () => {
    const line = new CallQueue({ calls: 20, bytes: 100 }, 2);
    for (let i = 0; i < 20; i++) line.enqueue(waiting('a', false, 1, { expectedMs: 3_000 }));
    const seconds = Array.from({ length: 100 }, () => refusal(line, entry())!.retryAfterS!);
    expect(seconds.every((each) => each >= 15 && each <= 30)).toBe(true);
    // They do not come back all at once.
    expect(new Set(seconds).size).toBeGreaterThan(5);
  });

  test('refuses what would probably wait for more than half of its time', () => {
    const line = new CallQueue({ calls: 100, bytes: 100 }, 2);
    // One alone is let in: it may be lucky.
    expect(refusal(line, entry(1, { waitMs: 1 }))).toBeUndefined();
    for (let i = 0; i < 10; i++) line.enqueue(waiting('a', false, 1, { expectedMs: 1_000 }));
    expect(refusal(line, entry(1, { waitMs: 10_000 }))).toBeUndefined();
    expect(refusal(line, entry(1, { waitMs: 9_999 }))).toMatchObject({ code: 'OVERLOADED' });
    expect(refusal(line, entry(1, { waitMs: 10_000, workers: 1 }))).toMatchObject({ code: 'OVERLOADED' });
  });

  test('expects the turns of patient calls, and not the long ones that a short call passes', () => {
    const line = new CallQueue({ calls: 100, bytes: 100 }, 2);
    for (let i = 0; i < 3; i++) line.enqueue(waiting('a', false, 1, { expectedMs: 1_000 }));
    for (let i = 0; i < 50; i++) line.enqueue(waiting('P', true, 1, { expectedMs: 2_000 }));
    for (let i = 0; i < 9; i++) line.enqueue(waiting('L', false, 1, { expectedMs: 60_000, long: true }));
    expect(refusal(line, entry(1, { waitMs: 4_999 }))).toMatchObject({ code: 'OVERLOADED' });
    expect(refusal(line, entry(1, { waitMs: 5_000 }))).toBeUndefined();
    expect(refusal(line, entry(1, { waitMs: 600_000, workers: 1, long: true }))).toMatchObject({ code: 'OVERLOADED' });
  });

  test('forgets a call that leaves, and its bytes', () => {
    const line = new CallQueue({ calls: 10, bytes: 100 }, 2);
    const call = waiting('a', false, 60);
    line.enqueue(call);
    line.enqueue(waiting('P', true, 7));
    expect(line).toMatchObject({ size: 2, bytes: 67 });
    expect([line.remove(call), line.remove(call)]).toEqual([true, false]);
    expect(line).toMatchObject({ size: 1, bytes: 7 });
  });
});
