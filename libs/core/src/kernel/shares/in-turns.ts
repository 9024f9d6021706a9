import { setImmediate as nextTurn } from 'node:timers/promises';

/**
 * How much is read from one connection in one turn of the event loop. By default Node reads two megabytes from a connection before
 * it looks at the next one: with six large bodies, every other answer would wait for twelve.
 */
const TURN_BYTES = 64 * 1024;

/** Passes the same pieces on. The event loop turns after each 64 KB, so that one fast sender does not hold up all others. */
export async function* inTurns(pieces: AsyncIterable<Buffer>): AsyncGenerator<Buffer, void, void> {
  let taken = 0;
  for await (const piece of pieces) {
    yield piece;
    taken += piece.length;
    if (taken < TURN_BYTES) continue;
    await nextTurn();
    taken = 0;
  }
}
