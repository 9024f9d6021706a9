import type { FastifyInstance } from 'fastify';

/** How long, and how much, a caller who was answered may go on sending of a body that nobody reads. */
const LINGER_MS = 10_000;
const LINGER_BYTES = 128 * 1024 * 1024;

/**
 * Lets a caller who was answered before the body was through finish sending. Were the connection closed at once, most
 * clients would see a broken pipe while they still write, and never the answer that says why.
 */
export function keepEarlyResponsesReadable(fastify: FastifyInstance): void {
  fastify.addHook('onSend', async (request, reply) => {
    if (!request.raw.complete) reply.removeHeader('connection');
  });
  fastify.addHook('onResponse', async ({ raw }) => {
    if (raw.complete || raw.destroyed) return;
    let left = LINGER_BYTES;
    raw.on('data', (chunk: Buffer) => {
      left -= chunk.length;
      if (left < 0) raw.destroy();
    });
    raw.resume();
    const limit = setTimeout(() => raw.destroy(), LINGER_MS).unref();
    raw.once('close', () => clearTimeout(limit));
  });
}
