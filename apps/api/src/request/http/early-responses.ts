import type { FastifyReply, FastifyRequest } from 'fastify';

/** How long, and how much, a client may go on sending a body after its answer. Nobody reads that body. */
const LINGER_MS = 10_000;
const LINGER_BYTES = 128 * 1024 * 1024;

/**
 * Lets a client that was answered early finish sending its body. If the connection were closed at once, most clients would see a
 * broken pipe while writing, and never the answer that says why.
 */
export function keepConnectionOpen(request: FastifyRequest, reply: FastifyReply): void {
  if (!request.raw.complete) reply.removeHeader('connection');
}

/** Reads and discards the rest of the body, within limits. */
export function discardUnreadBody({ raw }: FastifyRequest): void {
  if (raw.complete || raw.destroyed) return;
  let left = LINGER_BYTES;
  raw.on('data', (chunk: Buffer) => {
    left -= chunk.length;
    if (left < 0) raw.destroy();
  });
  raw.resume();
  const limit = setTimeout(() => raw.destroy(), LINGER_MS).unref();
  raw.once('close', () => clearTimeout(limit));
}
