import type { FastifyInstance, FastifyRequest } from 'fastify';
import { refuseConnection } from '../refusals';

/** How often the progress of bodies is checked. */
const LOOK_MS = 5_000;
/** A connection is closed after more consecutive slow checks than this. */
const MAX_STRIKES = 2;

interface Arriving {
  /** Bytes that the connection had read at the last check. */
  before: number;
  strikes: number;
}

/**
 * Closes connections with status 408 if their body arrives below the minimum rate for ten seconds. Otherwise thousands of them
 * could each hold a connection and memory for two minutes. A body that waits for memory is not read, so it is not checked.
 */
export class SlowBodies {
  private readonly arriving = new Map<FastifyRequest, Arriving>();

  /** @param minRate bytes in a second. */
  constructor(private readonly minRate: number) {}

  watch(fastify: FastifyInstance): void {
    fastify.addHook('onRequest', async (request) => this.add(request));
    const timer = setInterval(() => this.look(), LOOK_MS).unref();
    fastify.addHook('onClose', async () => clearInterval(timer));
  }

  add(request: FastifyRequest): void {
    const { headers } = request.raw;
    if (headers['transfer-encoding'] === undefined && !Number(headers['content-length'])) return;
    this.arriving.set(request, { before: request.raw.socket.bytesRead, strikes: 0 });
    request.raw.once('close', () => this.arriving.delete(request));
  }

  look(): void {
    for (const [request, entry] of this.arriving) {
      const { raw, upload } = request;
      if (raw.complete || raw.destroyed) this.arriving.delete(request);
      else if (upload?.isWaiting) entry.strikes = 0;
      else this.judge(request, entry);
    }
  }

  private judge(request: FastifyRequest, entry: Arriving): void {
    const { socket } = request.raw;
    const arrived = socket.bytesRead - entry.before;
    entry.before = socket.bytesRead;
    entry.strikes = arrived < (this.minRate * LOOK_MS) / 1000 ? entry.strikes + 1 : 0;
    // The first check may come at once.
    if (entry.strikes <= MAX_STRIKES) return;
    this.arriving.delete(request);
    refuseConnection(Object.assign(new Error('too slow'), { code: 'ERR_HTTP_REQUEST_TIMEOUT' }), socket);
  }
}
