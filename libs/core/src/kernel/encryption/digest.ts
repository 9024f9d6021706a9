import { createHash } from 'node:crypto';
import { setImmediate as nextTurn } from 'node:timers/promises';

/** Hashing them takes two to three milliseconds. */
const TURN_BYTES = 1024 * 1024;

/** SHA-256 as lower-case hex. The hash of 50 MB takes a tenth of a second or more, so the thread does other work between pieces. */
export async function digestInTurns(...parts: (string | Uint8Array)[]): Promise<string> {
  const hash = createHash('sha256');
  for (const part of parts) {
    const bytes = typeof part === 'string' ? Buffer.from(part) : part;
    for (let from = 0; from < bytes.length; from += TURN_BYTES) {
      if (from > 0) await nextTurn();
      hash.update(bytes.subarray(from, from + TURN_BYTES));
    }
  }
  return hash.digest('hex');
}
