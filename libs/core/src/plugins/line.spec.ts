import type { PerceptError } from '../kernel';
import { Line, type Waiting } from './line';

const waiting = (name: string, patient = false, bytes = 1): Waiting & { name: string } => ({
  name,
  patient,
  bytes,
  long: false,
  start: () => {},
});
const names = (line: Line) => {
  const order: string[] = [];
  for (let next = line.next(); next; next = line.next()) order.push((next as Waiting & { name: string }).name);
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
    expect(() => line.checkRoom(1)).not.toThrow();
    line.join(waiting('b'));
    expect(() => line.checkRoom(1)).toThrow(expect.objectContaining({ code: 'OVERLOADED', status: 503 }));
  });

  test('is full at its bytes, but lets one large call in alone', () => {
    const line = new Line({ calls: 10, bytes: 100 }, 2);
    expect(() => line.checkRoom(1_000)).not.toThrow();
    line.join(waiting('a', false, 90));
    expect(() => line.checkRoom(10)).not.toThrow();
    expect(() => line.checkRoom(11)).toThrow(expect.objectContaining({ code: 'OVERLOADED' }));
  });

  test('counts calls whose media are being fetched', () => {
    const line = new Line({ calls: 2, bytes: 100 }, 2);
    line.held = 2;
    expect(() => line.checkRoom(1)).toThrow(expect.objectContaining({ code: 'OVERLOADED' }));
  });

  test('tells when to come back from how long calls took', () => {
    const line = new Line({ calls: 20, bytes: 100 }, 2);
    for (let i = 0; i < 20; i++) line.join(waiting('a'));
    line.finished(3_000);
    let refused: PerceptError | undefined;
    try {
      line.checkRoom(1);
    } catch (error) {
      refused = error as PerceptError;
    }
    expect(refused?.retryAfterS).toBe(30);
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
