import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough, type Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { fromRandomAccessReaderPromise, openPromise, RandomAccessReader, type Entry, type ZipFile } from 'yauzl';
import type { ListedWheel } from './wheel-index';
import { fetchAddress, type Headers } from './web';

/** Bytes of a wheel's file list that are read and kept at once. */
const BLOCK = 1 << 18;
/** A wheel with more files than this is not read. */
const MAX_ENTRIES = 100_000;

/** The files of a wheel, which is a ZIP. */
export interface Wheel {
  /** By path. `bytes` is the unpacked size. */
  readonly files: ReadonlyMap<string, { bytes: number }>;
  /** Unpacks a file. The stream fails if the file has another length than the wheel says. */
  open(path: string): Promise<Readable>;
  close(): Promise<void>;
}

/**
 * Opens a wheel on its server: only its file list and the files that are opened are fetched. A server without range requests sends
 * the whole wheel, which is checked against the index's digest.
 * @throws Error that says what is wrong with the wheel.
 */
export async function openWheel({ url, headers, sha256 }: ListedWheel): Promise<Wheel> {
  const { statusCode, headers: answered, body, url: place } = await fetchAddress(url, { ...headers, range: 'bytes=0-1' });
  const length = Number(/\/(\d+)$/.exec(String(answered['content-range'] ?? ''))?.[1]);
  if (statusCode !== 206 || !Number.isSafeInteger(length)) return openDownloaded(body, sha256);
  await body.dump();
  // The address after a redirect often holds only for minutes, which is enough.
  const own = new URL(place).origin === new URL(url).origin ? headers : {};
  const reader = new RangeReader(place, length, own);
  return readList(await sound(fromRandomAccessReaderPromise(reader, length, { lazyEntries: true, autoClose: false })));
}

/** Opens a wheel that is fetched whole, and checks it against the index's digest. @throws as `openWheel` does. */
export async function openWholeWheel({ url, headers, sha256 }: ListedWheel): Promise<Wheel> {
  return openDownloaded((await fetchAddress(url, headers)).body, sha256);
}

async function openDownloaded(body: Readable, sha256: string | undefined): Promise<Wheel> {
  const folder = await mkdtemp(join(tmpdir(), 'percept-wheel-'));
  const remove = () => rm(folder, { recursive: true, force: true });
  try {
    const [file, hash] = [join(folder, 'whole.whl'), createHash('sha256')];
    const hashed = async function* (chunks: AsyncIterable<Buffer>) {
      for await (const chunk of chunks) {
        hash.update(chunk);
        yield chunk;
      }
    };
    await pipeline(body, hashed, createWriteStream(file));
    const found = hash.digest('hex');
    if (sha256 !== undefined && found !== sha256)
      throw new Error(`the wheel has the SHA-256 ${found}, but the index says ${sha256}. Nothing of it was kept.`);
    const wheel = await readList(await sound(openPromise(file, { lazyEntries: true, autoClose: false })));
    return { ...wheel, close: () => wheel.close().then(remove) };
  } catch (error) {
    await remove();
    throw error;
  }
}

async function readList(zip: ZipFile): Promise<Wheel> {
  const entries = new Map<string, Entry>();
  try {
    if (zip.entryCount > MAX_ENTRIES) throw new Error(`it has more than ${MAX_ENTRIES} files`);
    for await (const entry of zip.eachEntry()) {
      if (entries.has(entry.fileName)) throw new Error(`it has two files of the name ${entry.fileName}`);
      if (!entry.fileName.endsWith('/')) entries.set(entry.fileName, entry);
    }
  } catch (error) {
    zip.close();
    throw unsound(error);
  }
  return {
    files: new Map([...entries].map(([name, { uncompressedSize }]) => [name, { bytes: uncompressedSize }])),
    async open(path) {
      const entry = entries.get(path);
      if (!entry) throw new Error(`the wheel has no file ${path}.${near(path, [...entries.keys()])}`);
      return sound(zip.openReadStreamPromise(entry));
    },
    close: async () => zip.close(),
  };
}

function near(path: string, names: readonly string[]): string {
  const name = path.slice(path.lastIndexOf('/') + 1);
  const found = names.find((each) => each.endsWith(`/${name}`)) ?? names.find((each) => each.endsWith('.onnx'));
  return found === undefined ? '' : ` It has ${found}.`;
}

const sound = <T>(opening: Promise<T>): Promise<T> =>
  opening.catch((error: unknown) => {
    throw unsound(error);
  });

const unsound = (error: unknown) =>
  new Error(`the wheel is not a sound ZIP: ${(error as Error).message}. Nothing of it was kept.`, { cause: error });

/** Reads a file of the web in parts. Small pieces in sequence are fetched in blocks. */
class RangeReader extends RandomAccessReader {
  private block: { start: number; bytes: Buffer } | undefined;

  constructor(
    private readonly url: string,
    private readonly length: number,
    private readonly headers: Headers,
  ) {
    super();
  }

  override _readStreamForRange(start: number, end: number): PassThrough {
    const out = new PassThrough();
    const work = end - start > BLOCK ? this.stream(start, end, out) : this.piece(start, end).then((bytes) => void out.end(bytes));
    work.catch((error: Error) => out.destroy(error));
    return out;
  }

  private async stream(start: number, end: number, out: PassThrough): Promise<void> {
    await pipeline(await this.fetch(start, end), out);
  }

  private async piece(start: number, end: number): Promise<Buffer> {
    const known = this.block;
    if (known && start >= known.start && end <= known.start + known.bytes.length)
      return known.bytes.subarray(start - known.start, end - known.start);
    // Also fetches a little before: the file list is searched from the end.
    const last = Math.min(this.length, start + BLOCK);
    const first = last === this.length ? Math.max(0, Math.min(start, last - BLOCK)) : start;
    const chunks: Buffer[] = [];
    for await (const chunk of await this.fetch(first, last)) chunks.push(chunk as Buffer);
    const bytes = Buffer.concat(chunks);
    if (bytes.length !== last - first) throw new Error(`the server sent ${bytes.length} of ${last - first} bytes`);
    this.block = { start: first, bytes };
    return bytes.subarray(start - first, end - first);
  }

  private async fetch(start: number, end: number): Promise<Readable> {
    const { statusCode, body } = await fetchAddress(this.url, { ...this.headers, range: `bytes=${start}-${end - 1}` });
    if (statusCode === 206) return body;
    await body.dump();
    throw new Error('the server knows ranges for one request and not for the next');
  }
}
