import { createHash } from 'node:crypto';
import { setImmediate as nextTurn } from 'node:timers/promises';

/** Two to three milliseconds of a thread. */
const TURN_BYTES = 1024 * 1024;

/** SHA-256 as lower-case hex. Between pieces the thread does other work: the hash of 50 MB takes it a tenth of a second and more. */
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
