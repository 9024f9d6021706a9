import { UploadArena } from './upload-arena';
import { gather } from './read-body';

afterEach(() => jest.useRealTimers());

describe('the memory arena for bodies', () => {
  test('reuses memory, lowest first, and never gives two bodies the same', () => {
    const arena = new UploadArena(1024);
    const [first, second] = [arena.lease(300)!, arena.lease(300)!];
    expect(second.at).toBeGreaterThanOrEqual(first.end);
    first.release();
    const third = arena.lease(200)!;
    expect(third.at).toBe(first.at);
    expect(third.bytes.buffer).toBe(second.bytes.buffer);
    expect(third.end).toBeLessThanOrEqual(second.at);
    expect(third.bytes).toHaveLength(200);
  });

  test('has no room beyond its size', () => {
    const arena = new UploadArena(1024);
    const leases = [arena.lease(600), arena.lease(600)];
    expect(leases[1]).toBeUndefined();
    expect(arena.lease(400)).toBeDefined();
    expect(new UploadArena(Number.MAX_SAFE_INTEGER).lease(100)).toBeUndefined();
  });

  test('does not reuse memory that a worker may still read', () => {
    const arena = new UploadArena(1024);
    const lease = arena.lease(600)!;
    const worker = lease.transfer();
    lease.release();
    expect(arena.lease(600)).toBeUndefined();
    worker[0] = 2;
    expect(arena.lease(600)?.at).toBe(lease.at);
  });

  test('lets its memory go when no body has come for a while and none is left', () => {
    jest.useFakeTimers();
    const arena = new UploadArena(1024, 1000);
    const [slow, lost] = [arena.lease(100)!, arena.lease(100)!];
    const { buffer } = slow.bytes;
    lost.transfer();
    lost.release();
    jest.advanceTimersByTime(1000);
    expect(slow.bytes.buffer).toBe(buffer);
    slow.release();
    jest.advanceTimersByTime(1000);
    const next = arena.lease(1000)!;
    expect(next.bytes.buffer).not.toBe(buffer);
  });
});

test('a body whose caller has gone is not read on into memory that may belong to another body', async () => {
  const arena = new UploadArena(1024);
  const lease = arena.lease(600)!;
  async function* pieces(): AsyncGenerator<Buffer> {
    yield Buffer.alloc(100, 'a');
    lease.release();
    const other = arena.lease(600)!;
    other.bytes.fill('b');
    yield Buffer.alloc(100, 'a');
  }
  await expect(gather(pieces(), { limit: 600, memory: lease })).rejects.toThrow('released');
  lease.release();
});
