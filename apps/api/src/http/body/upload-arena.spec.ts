import { UploadArena } from './upload-arena';
import { gather } from './read-body';

afterEach(() => jest.useRealTimers());

describe('the memory arena for bodies', () => {
  test('reuses memory, lowest first, and never gives two bodies the same', () => {
    const shelf = new UploadArena(1024);
    const [first, second] = [shelf.lease(300)!, shelf.lease(300)!];
    expect(second.at).toBeGreaterThanOrEqual(first.end);
    first.giveBack();
    const third = shelf.lease(200)!;
    expect(third.at).toBe(first.at);
    expect(third.bytes.buffer).toBe(second.bytes.buffer);
    expect(third.end).toBeLessThanOrEqual(second.at);
    expect(third.bytes).toHaveLength(200);
  });

  test('has no room beyond its size', () => {
    const shelf = new UploadArena(1024);
    const loans = [shelf.lease(600), shelf.lease(600)];
    expect(loans[1]).toBeUndefined();
    expect(shelf.lease(400)).toBeDefined();
    expect(new UploadArena(Number.MAX_SAFE_INTEGER).lease(100)).toBeUndefined();
  });

  test('does not reuse memory that a worker may still read', () => {
    const shelf = new UploadArena(1024);
    const loan = shelf.lease(600)!;
    const worker = loan.transfer();
    loan.giveBack();
    expect(shelf.lease(600)).toBeUndefined();
    worker[0] = 2;
    expect(shelf.lease(600)?.at).toBe(loan.at);
  });

  test('lets its memory go when no body has come for a while and none is left', () => {
    jest.useFakeTimers();
    const shelf = new UploadArena(1024, 1000);
    const [slow, lost] = [shelf.lease(100)!, shelf.lease(100)!];
    const { buffer } = slow.bytes;
    lost.transfer();
    lost.giveBack();
    jest.advanceTimersByTime(1000);
    expect(slow.bytes.buffer).toBe(buffer);
    slow.giveBack();
    jest.advanceTimersByTime(1000);
    const next = shelf.lease(1000)!;
    expect(next.bytes.buffer).not.toBe(buffer);
  });
});

test('a body whose caller has gone is not read on into memory that may belong to another body', async () => {
  const shelf = new UploadArena(1024);
  const loan = shelf.lease(600)!;
  async function* pieces(): AsyncGenerator<Buffer> {
    yield Buffer.alloc(100, 'a');
    loan.giveBack();
    const other = shelf.lease(600)!;
    other.bytes.fill('b');
    yield Buffer.alloc(100, 'a');
  }
  await expect(gather(pieces(), 600, loan)).rejects.toThrow('given back');
  loan.giveBack();
});
