import { constants } from 'node:fs';
import { open } from 'node:fs/promises';
import { basename, posix } from 'node:path';
import { Readable } from 'node:stream';
import { type ObjectStorage, type S3Location } from '../../../durable/object-storage';
import { checkBytes } from '../../../inference/media/images';
import { PerceptError } from '../../../kernel';

/** The number of bytes that show what a file is. */
const HEAD = 4096;

/** An opened file whose first bytes are already read. */
export interface OpenedFile {
  /** The size in bytes. */
  size: number;
  head: Uint8Array;
  /** All bytes, the first ones too. Read or destroy it. */
  bytes: Readable;
}

/** A file on this machine or an object in a bucket that the service may read. */
export interface StoredFile {
  /** The last part of its path. */
  name: string;
  /** The real path of a file on this machine. */
  path?: string;
  /** @throws PerceptError NOT_FOUND, FORBIDDEN, PAYLOAD_TOO_LARGE, MEDIA_FETCH_FAILED. */
  open(): Promise<OpenedFile>;
}

/** @param path a real path: if a link has replaced the file meanwhile, it is not followed. */
export function localFile(path: string, maxBytes: number): StoredFile {
  return { name: basename(path), path, open: () => openLocal(path, maxBytes) };
}

async function openLocal(path: string, maxBytes: number): Promise<OpenedFile> {
  // Opening a pipe would block.
  const flags = constants.O_RDONLY | (constants.O_NONBLOCK ?? 0) | (constants.O_NOFOLLOW ?? 0);
  const file = await open(path, flags).catch((error: NodeJS.ErrnoException) => {
    throw new PerceptError('NOT_FOUND', `${path} cannot be opened (${error.code}).`, { cause: error });
  });
  try {
    const stats = await file.stat();
    if (!stats.isFile()) throw new PerceptError('NOT_FOUND', `${path} is not a file.`);
    checkBytes(stats.size, maxBytes, 'file');
    const { buffer, bytesRead } = await file.read(Buffer.alloc(Math.min(HEAD, stats.size)), 0, Math.min(HEAD, stats.size), 0);
    // If the file grows meanwhile, reading stops at its original end.
    const bytes =
      stats.size === 0 ? Readable.from([]) : file.createReadStream({ start: 0, end: stats.size - 1, autoClose: true });
    if (stats.size === 0) await file.close();
    return { size: stats.size, head: buffer.subarray(0, bytesRead), bytes };
  } catch (error) {
    await file.close().catch(() => undefined);
    throw error;
  }
}

export function storedObject(storage: ObjectStorage, at: S3Location, maxBytes: number): StoredFile {
  return { name: posix.basename(at.key), open: () => openObject(storage, at, maxBytes) };
}

async function openObject(storage: ObjectStorage, at: S3Location, maxBytes: number): Promise<OpenedFile> {
  const { size, etag } = await storage.head(at);
  checkBytes(size, maxBytes, 'file');
  const chunks = storage.read(at, { etag, maxBytes });
  const first = await chunks.next();
  const head = first.done ? Buffer.alloc(0) : first.value;
  async function* all(): AsyncGenerator<Buffer> {
    try {
      yield head;
      yield* chunks;
    } finally {
      await chunks.return(undefined);
    }
  }
  return { size, head: head.subarray(0, HEAD), bytes: Readable.from(all(), { objectMode: false }) };
}
