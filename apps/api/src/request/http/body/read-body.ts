import { inTurns } from '@percept/core';
import { PerceptError } from '@percept/sdk';
import type { IncomingMessage } from 'node:http';
import type { Readable } from 'node:stream';
import { createGunzip } from 'node:zlib';
import { SMALL_BODY, type BodyMemory } from './upload-memory';

const FIRST_BYTES = 64 * 1024;

/**
 * Reads a body straight into its own memory. Collecting pieces and joining them at the end would take twice the memory, fragment
 * it, and block the main thread during the copy.
 * @throws PerceptError PAYLOAD_TOO_LARGE as soon as the limit is exceeded; INVALID_REQUEST if the body ends too early; OVERLOADED
 * if there is not enough memory for it.
 */
export async function readBody(request: IncomingMessage, limit: number, upload?: BodyMemory): Promise<Buffer> {
  const declared = declaredLength(request);
  if (declared !== undefined && declared > limit) throw tooLarge(limit);
  try {
    const pieces = unpacked(request).iterator({ destroyOnReturn: isPacked(request) }) as AsyncIterable<Buffer>;
    return await gather(pieces, { limit, upload, memory: upload?.lease ?? memoryFor(declared, limit) });
  } catch (error) {
    if (error instanceof PerceptError) throw error;
    const isPacking = String((error as NodeJS.ErrnoException).code).startsWith('Z_');
    throw PerceptError.invalid('body', isPacking ? `is not valid gzip: ${(error as Error).message}.` : 'was cut off.');
  }
}

/** Decompresses the body if its Content-Encoding is gzip. Its size is limited while it is decompressed. */
export function unpacked(request: IncomingMessage): Readable {
  if (!isPacked(request)) return request;
  const gunzip = createGunzip();
  request.once('close', () => request.complete || gunzip.destroy(new Error('cut off')));
  // The rest of a body that is refused stays with the request: its sender is answered first.
  gunzip.once('close', () => request.unpipe(gunzip)).once('error', () => request.unpipe(gunzip));
  return request.pipe(gunzip);
}

export const isPacked = ({ headers }: IncomingMessage): boolean => /^(x-)?gzip$/i.test(headers['content-encoding'] ?? '');

/** The body's length in bytes according to its header. Undefined for a chunked or compressed body. */
export function declaredLength(request: IncomingMessage): number | undefined {
  const header = request.headers['content-length'];
  return header === undefined || isPacked(request) ? undefined : Number(header);
}

/** The destination of a body. A lease must be asked for its bytes at each chunk, and throws once it was returned. */
export interface Memory {
  readonly bytes: Buffer;
}

/** Unwritten memory costs nothing, so a caller may claim any length. */
export function memoryFor(expected: number | undefined, limit: number): Memory {
  return { bytes: Buffer.allocUnsafeSlow(Math.min(expected ?? FIRST_BYTES, limit)) };
}

interface GatherOptions {
  limit: number;
  /** Memory for all pieces, large enough if possible: then nothing is copied twice. */
  memory?: Memory;
  /** The upload that limits the body: it is asked before memory grows, and may stop the reading. */
  upload?: BodyMemory;
}

/**
 * Joins pieces in one buffer, at the start of memory that nobody else uses.
 * @throws PerceptError PAYLOAD_TOO_LARGE, OVERLOADED; Error if the memory was leased and returned meanwhile.
 */
export async function gather(pieces: AsyncIterable<Buffer>, options: GatherOptions): Promise<Buffer> {
  const { upload } = options;
  const gathered = await (upload ? Promise.race([gatherAll(pieces, options), upload.ended]) : gatherAll(pieces, options));
  upload?.keep();
  return gathered;
}

async function gatherAll(pieces: AsyncIterable<Buffer>, { limit, memory, upload }: GatherOptions): Promise<Buffer> {
  let into = memory ?? memoryFor(undefined, limit);
  let length = 0;
  for await (const piece of inTurns(pieces)) {
    if (length + piece.length > limit) throw tooLarge(limit);
    const { bytes } = into;
    if (length + piece.length > bytes.length) {
      const size = Math.min(limit, Math.max(bytes.length * 2, length + piece.length));
      await upload?.reserve(size);
      into = { bytes: grown(bytes, length, size) };
    }
    piece.copy(into.bytes, length);
    length += piece.length;
  }
  return into.bytes.subarray(0, length);
}

function grown(body: Buffer, length: number, size: number): Buffer {
  const larger = Buffer.allocUnsafeSlow(size);
  body.copy(larger, 0, 0, length);
  return larger;
}

/** @param limit bytes. */
export function tooLarge(limit: number): PerceptError {
  const setting = limit > SMALL_BODY ? ' PERCEPT_MAX_MEDIA_MB sets how large an image or a video may be.' : '';
  const most = `${limit.toLocaleString('en')} bytes`;
  return new PerceptError(
    'PAYLOAD_TOO_LARGE',
    `The body, or a part of it, is larger than the limit of ${most} for this path.${setting}`,
  );
}
