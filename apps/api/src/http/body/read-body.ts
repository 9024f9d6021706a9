import { PerceptError, type BufferLease } from '@percept/core';
import type { IncomingMessage } from 'node:http';
import { setImmediate as nextTurn } from 'node:timers/promises';

const FIRST_BYTES = 64 * 1024;
/**
 * What a body takes in one turn of the event loop. Left to itself Node reads two megabytes from a connection before it looks
 * at the next one: with six large bodies every other answer would wait for twelve.
 */
const TURN_BYTES = 64 * 1024;

/**
 * Reads a body straight into memory of its own: gathering pieces and joining them at the end would take the memory twice,
 * leave it in pieces, and hold up the main thread for the whole copy.
 * @throws PerceptError PAYLOAD_TOO_LARGE as soon as that is known; INVALID_REQUEST if the body ends too early.
 */
export async function readBody(request: IncomingMessage, limit: number, lease?: BufferLease): Promise<Buffer> {
  const declared = declaredLength(request);
  if (declared !== undefined && declared > limit) throw tooLarge();
  try {
    return await gather(
      request.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>,
      limit,
      lease ?? memoryFor(declared, limit),
    );
  } catch (error) {
    throw error instanceof PerceptError ? error : new PerceptError('INVALID_REQUEST', 'The body was cut off.', { cause: error });
  }
}

/** Bytes of the body as its header says; undefined for one that is sent in chunks. */
export function declaredLength(request: IncomingMessage): number | undefined {
  const header = request.headers['content-length'];
  return header === undefined ? undefined : Number(header);
}

/** Where a body is read to. A lease is asked for its bytes at each chunk and throws once it was returned. */
export interface Memory {
  readonly bytes: Buffer;
}

/** Memory that is not written yet costs nothing, whatever length a caller claims. */
export function memoryFor(expected: number | undefined, limit: number): Memory {
  return { bytes: Buffer.allocUnsafeSlow(Math.min(expected ?? FIRST_BYTES, limit)) };
}

/**
 * Pieces as one buffer, at the beginning of memory that is nobody else's.
 * @param memory large enough for all of them, if possible: then nothing is copied twice.
 * @throws PerceptError PAYLOAD_TOO_LARGE; Error if the memory was leased and returned meanwhile.
 */
export async function gather(
  pieces: AsyncIterable<Buffer>,
  limit: number,
  memory: Memory = memoryFor(undefined, limit),
): Promise<Buffer> {
  let into = memory;
  let [length, pause] = [0, TURN_BYTES];
  for await (const piece of pieces) {
    if (length + piece.length > limit) throw tooLarge();
    const { bytes } = into;
    if (length + piece.length > bytes.length)
      into = { bytes: grown(bytes, length, Math.max(bytes.length * 2, length + piece.length)) };
    piece.copy(into.bytes, length);
    length += piece.length;
    if (length < pause) continue;
    await nextTurn();
    pause = length + TURN_BYTES;
  }
  return into.bytes.subarray(0, length);
}

function grown(body: Buffer, length: number, size: number): Buffer {
  const larger = Buffer.allocUnsafeSlow(size);
  body.copy(larger, 0, 0, length);
  return larger;
}

export function tooLarge(): PerceptError {
  return new PerceptError('PAYLOAD_TOO_LARGE', 'The body is larger than the limit.');
}
