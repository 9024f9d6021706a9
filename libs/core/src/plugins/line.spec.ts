import type { PerceptError } from '../kernel';
import { Line, type Entry, type Waiting } from './line';

type Named = Waiting & { name: string };
const waiting = (name: string, patient = false, bytes = 1, more: Partial<Waiting> = {}): Named => ({
  name,
  patient,
  bytes,
  long: false,
  expectedMs: 0,
  start: () => {},
  ...more,
});
/** A call that wants in; it has all the time in the world. */
const entry = (bytes = 1, more: Partial<Entry> = {}): Entry => ({ bytes, long: false, waitMs: Infinity, workers: 2, ...more });
const names = (line: Line) => {
  const order: string[] = [];
  for (let next = line.next(); next; next = line.next()) order.push((next as Named).name);
  return order;
};

describe('the line of waiting calls', () => {
  test('is first come, first served', () => {
    const line = new Line({ calls: 10, bytes: 100 }, 2);
    for (const name of ['a', 'b', 'c']) line.join(waiting(name));
    expect(names(line)).toEqual(['a', 'b', 'c']);
  });

  test('lets live calls go first and gives patient ones every fourth turn', () => {
    const line = new Line({ calls: 10, bytes: 100 }, 2);
    for (const name of ['P', 'Q']) line.join(waiting(name, true));
    for (const name of ['a', 'b', 'c', 'd', 'e']) line.join(waiting(name));
    expect(names(line)).toEqual(['a', 'b', 'c', 'P', 'd', 'e', 'Q']);
  });

  test('is full at its number of calls, whatever patient ones wait', () => {
    const line = new Line({ calls: 2, bytes: 100 }, 2);
    for (let i = 0; i < 50; i++) line.join(waiting('P', true));
    line.join(waiting('a'));
    expect(() => line.checkRoom(entry())).not.toThrow();
    line.join(waiting('b'));
    expect(() => line.checkRoom(entry())).toThrow(expect.objectContaining({ code: 'OVERLOADED', status: 503 }));
  });

  test('is full at its bytes, but lets one large call in alone', () => {
    const line = new Line({ calls: 10, bytes: 100 }, 2);
    expect(() => line.checkRoom(entry(1_000))).not.toThrow();
    line.join(waiting('a', false, 90));
    expect(() => line.checkRoom(entry(10))).not.toThrow();
    expect(() => line.checkRoom(entry(11))).toThrow(expect.objectContaining({ code: 'OVERLOADED' }));
  });

  test('counts calls whose media are being fetched', () => {
    const line = new Line({ calls: 2, bytes: 100 }, 2);
    line.held = 2;
    expect(() => line.checkRoom(entry())).toThrow(expect.objectContaining({ code: 'OVERLOADED' }));
  });

  const refusal = (line: Line, wanted: Entry): PerceptError | undefined => {
    try {
      line.checkRoom(wanted);
      return undefined;
    } catch (error) {
      return error as PerceptError;
    }
  };

  test('tells when to come back from how long calls take', () => {
    const line = new Line({ calls: 20, bytes: 100 }, 2);
    for (let i = 0; i < 20; i++) line.join(waiting('a', false, 1, { expectedMs: 3_000 }));
    const seconds = Array.from({ length: 100 }, () => refusal(line, entry())!.retryAfterS!);
    expect(seconds.every((each) => each >= 15 && each <= 30)).toBe(true);
    // They do not come back all at once.
    expect(new Set(seconds).size).toBeGreaterThan(5);
  });

  test('refuses what would probably wait for more than half of its time', () => {
    const line = new Line({ calls: 100, bytes: 100 }, 2);
    // One alone is let in: it may be lucky.
    expect(refusal(line, entry(1, { waitMs: 1 }))).toBeUndefined();
    for (let i = 0; i < 10; i++) line.join(waiting('a', false, 1, { expectedMs: 1_000 }));
    expect(refusal(line, entry(1, { waitMs: 10_000 }))).toBeUndefined();
    expect(refusal(line, entry(1, { waitMs: 9_999 }))).toMatchObject({ code: 'OVERLOADED' });
    expect(refusal(line, entry(1, { waitMs: 10_000, workers: 1 }))).toMatchObject({ code: 'OVERLOADED' });
  });

  test('expects the turns of patient calls, and not the long ones that a short call passes', () => {
    const line = new Line({ calls: 100, bytes: 100 }, 2);
    for (let i = 0; i < 3; i++) line.join(waiting('a', false, 1, { expectedMs: 1_000 }));
    for (let i = 0; i < 50; i++) line.join(waiting('P', true, 1, { expectedMs: 2_000 }));
    for (let i = 0; i < 9; i++) line.join(waiting('L', false, 1, { expectedMs: 60_000, long: true }));
    expect(refusal(line, entry(1, { waitMs: 4_999 }))).toMatchObject({ code: 'OVERLOADED' });
    expect(refusal(line, entry(1, { waitMs: 5_000 }))).toBeUndefined();
    expect(refusal(line, entry(1, { waitMs: 600_000, workers: 1, long: true }))).toMatchObject({ code: 'OVERLOADED' });
  });

  test('forgets a call that leaves, and its bytes', () => {
    const line = new Line({ calls: 10, bytes: 100 }, 2);
    const call = waiting('a', false, 60);
    line.join(call);
    line.join(waiting('P', true, 7));
    expect(line).toMatchObject({ size: 2, bytes: 67 });
    expect([line.leave(call), line.leave(call)]).toEqual([true, false]);
    expect(line).toMatchObject({ size: 1, bytes: 7 });
  });
});
