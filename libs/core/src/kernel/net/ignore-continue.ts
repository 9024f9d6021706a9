import type { Socket } from 'node:net';

const CONTINUE = ['HTTP/1.1 100', 'HTTP/1.0 100'];
const START = CONTINUE[0]!.length;
const HEAD_END = '\r\n\r\n';
const MAX_HEAD_BYTES = 16 * 1024;

/**
 * Removes `100 Continue` from a server's answer. A client must accept it unasked (RFC 9110, 15.2), but undici ends the connection,
 * and a server that had accepted the request gets it again.
 */
export function ignoreContinue<S extends Socket>(socket: S): S {
  const write = socket.write.bind(socket) as (...given: unknown[]) => boolean;
  const read = socket.read.bind(socket) as (size?: number) => Buffer | null;
  let awaitsHead = false;
  let held: Buffer = Buffer.alloc(0);

  socket.write = (...given: unknown[]) => {
    awaitsHead = true;
    return write(...given);
  };

  socket.read = (size?: number): Buffer | null => {
    for (;;) {
      const chunk = read(size);
      if (!awaitsHead || chunk === null) return chunk;
      held = withoutContinue(Buffer.concat([held, chunk]));
      if (held.length === 0 || isUndecided(held)) continue;
      const rest = held;
      [awaitsHead, held] = [false, Buffer.alloc(0)];
      return rest;
    }
  };
  return socket;
}

function withoutContinue(bytes: Buffer): Buffer {
  let rest = bytes;
  while (CONTINUE.includes(rest.toString('latin1', 0, START))) {
    const end = rest.indexOf(HEAD_END);
    if (end < 0) return rest;
    rest = rest.subarray(end + HEAD_END.length);
  }
  return rest;
}

/** Whether the bytes may be the beginning of a `100 Continue`. */
function isUndecided(bytes: Buffer): boolean {
  const start = bytes.toString('latin1', 0, START);
  return bytes.length < MAX_HEAD_BYTES && CONTINUE.some((each) => each.startsWith(start));
}
