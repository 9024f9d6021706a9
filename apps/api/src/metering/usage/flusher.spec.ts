import { Flusher } from './flusher';

class Writer extends Flusher {
  constructor(readonly write: () => Promise<void>) {
    super();
  }

  override begin(): void {
    super.begin();
  }
}

test('writes one at a time, and goes on after one that failed', async () => {
  const order: string[] = [];
  const ends: (() => void)[] = [];
  const flusher = new Writer(async () => {
    order.push('began');
    await new Promise<void>((resolve) => ends.push(resolve));
    order.push('ended');
    if (order.length === 2) throw new Error('the database is away');
  });
  const [first, second] = [flusher.flush(), flusher.flush()];
  await new Promise(setImmediate);
  expect(order).toEqual(['began']);
  ends[0]!();
  await expect(first).rejects.toThrow('away');
  await new Promise(setImmediate);
  expect(order).toEqual(['began', 'ended', 'began']);
  ends[1]!();
  await second;
});

test('what was gathered is written once, a second later', async () => {
  jest.useFakeTimers();
  const write = jest.fn(async () => undefined);
  const flusher = new Writer(write);
  flusher.begin();
  flusher.begin();
  await jest.advanceTimersByTimeAsync(999);
  expect(write).not.toHaveBeenCalled();
  await jest.advanceTimersByTimeAsync(1);
  expect(write).toHaveBeenCalledTimes(1);
  jest.useRealTimers();
});
