import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describeS3, PrivateS3, S3_CREDENTIALS } from '../../../../../test/harness/s3';
import { ObjectStorage } from './object-storage';
import type { ListedObject } from './object-storage';

const MB = 1024 * 1024;

describeS3('the object storage', () => {
  let s3: PrivateS3;
  let storage: ObjectStorage;
  beforeAll(async () => {
    Object.assign(process.env, S3_CREDENTIALS);
    s3 = await PrivateS3.start('photos');
    storage = new ObjectStorage({ endpoint: s3.url, attempts: 3 });
  });
  afterAll(async () => {
    await storage.close();
    await s3.stop();
  });
  beforeEach(() => {
    s3.fault = undefined;
    s3.cutAfter = Infinity;
    s3.requests.length = 0;
  });

  const at = (key: string) => ({ bucket: 'photos', key });
  const listed = async (key: string, options = {}): Promise<ListedObject[]> => {
    const found: ListedObject[] = [];
    for await (const page of storage.list(at(key), options)) found.push(...page);
    return found;
  };
  const parts = async function* (...sizes: number[]) {
    for (const size of sizes) yield Buffer.alloc(size, 'x');
  };

  test('lists in pages, in the order of the keys, with size, time and ETag', async () => {
    for (let n = 0; n < 7; n++) await s3.put(`s3://photos/list/${n}.jpg`, 'x'.repeat(n + 1));
    await s3.put('s3://photos/list/deep/a.jpg', 'x');
    const found = await listed('list/', { limit: 3 });
    expect(found.map(({ key }) => key)).toEqual([...[0, 1, 2, 3, 4, 5, 6].map((n) => `list/${n}.jpg`), 'list/deep/a.jpg']);
    expect(s3.count(/^GET \/photos/)).toBe(3);
    expect(found[2]).toMatchObject({ size: 3, etag: expect.stringMatching(/^[0-9a-f]{32}$/), modified: expect.any(Date) });
    expect((await listed('list/', { flat: true })).map(({ key }) => key)).not.toContain('list/deep/a.jpg');
  });

  test('reads one version of an object, although the connection breaks', async () => {
    const text = Array.from({ length: 200_000 }, (_, n) => `line ${n}\n`).join('');
    await s3.put('s3://photos/long.txt', text);
    const folder = mkdtempSync(join(tmpdir(), 'percept-s3-'));
    const { etag } = await storage.head(at('long.txt'));
    await storage.download(at('long.txt'), join(folder, 'a'), { etag });
    expect(readFileSync(join(folder, 'a'), 'utf8')).toBe(text);
    rmSync(folder, { recursive: true });
    s3.cutAfter = 300_000;
    expect(Buffer.from(await storage.readBytes(at('long.txt'))).toString()).toBe(text);
    expect(s3.count(/GET \/photos\/long.txt/)).toBeGreaterThan(2);
  });

  test('says what is wrong with an object, and whether it may go away', async () => {
    await s3.put('s3://photos/a.txt', 'one');
    const { etag } = await storage.head(at('a.txt'));
    await s3.put('s3://photos/a.txt', 'two');
    await expect(storage.readBytes(at('a.txt'), { etag })).rejects.toMatchObject({ code: 'CONFLICT', message: /replaced/ });
    await expect(storage.readBytes(at('none.txt'))).rejects.toMatchObject({ code: 'NOT_FOUND' });
    await expect(storage.head(at('none.txt'))).rejects.toMatchObject({ code: 'NOT_FOUND' });
    await expect(storage.readBytes({ bucket: 'nowhere', key: 'a' })).rejects.toMatchObject({ message: /bucket does not exist/ });
    await expect(storage.readBytes(at('a.txt'), { maxBytes: 2 })).rejects.toMatchObject({ code: 'PAYLOAD_TOO_LARGE' });
    s3.fault = () => ({ status: 403, code: 'AccessDenied' });
    await expect(storage.readBytes(at('a.txt'))).rejects.toMatchObject({ code: 'FORBIDDEN', message: /AccessDenied/ });
  });

  test('tries again where the storage asks to slow down, and gives up with a reason', async () => {
    await s3.put('s3://photos/slow.txt', 'slow');
    let refused = 0;
    s3.fault = () => (refused++ < 2 ? { status: 503, code: 'SlowDown' } : undefined);
    expect(Buffer.from(await storage.readBytes(at('slow.txt'))).toString()).toBe('slow');
    expect(refused).toBe(3);
    s3.fault = () => ({ status: 503, code: 'SlowDown' });
    const error = await storage.readBytes(at('slow.txt')).catch((each: unknown) => each);
    expect(error).toMatchObject({ code: 'MEDIA_FETCH_FAILED', message: /slow down \(SlowDown\) after 3 attempts/ });
  });

  test('writes in parts; the object is complete or absent', async () => {
    await storage.write(at('big.bin'), parts(5 * MB, 5 * MB, 5 * MB));
    expect(await storage.head(at('big.bin'))).toMatchObject({ size: 15 * MB });
    expect(s3.count(/^PUT .*partNumber/)).toBe(2);
    const broken = async function* () {
      yield* parts(9 * MB);
      throw new Error('the rows ended badly');
    };
    await expect(storage.write(at('half.bin'), broken())).rejects.toThrow('the rows ended badly');
    await expect(storage.head(at('half.bin'))).rejects.toMatchObject({ code: 'NOT_FOUND' });
    await storage.write(at('empty.txt'), parts());
    expect(await s3.text('s3://photos/empty.txt')).toBe('');
  });

  test('removes all objects below a prefix', async () => {
    await s3.put('s3://photos/gone/a', 'x');
    await s3.put('s3://photos/gone/b', 'x');
    await storage.removeAll(at('gone/'));
    expect(await listed('gone/')).toEqual([]);
  });
});
