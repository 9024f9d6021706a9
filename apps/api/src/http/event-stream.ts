import type { FastifyReply, FastifyRequest } from 'fastify';
import { setTimeout as sleep } from 'node:timers/promises';

const POLL_INTERVAL_MS = 500;
const HEARTBEAT_MS = 15_000;

/** Something that goes on for a while, as its caller sees it. */
export interface Watching<T> {
  look: () => Promise<T>;
  isEnd: (state: T) => boolean;
  /** Another text for each change that a caller sees. */
  stateOf: (state: T) => string;
}

/**
 * Reports a state as Server-Sent Events until it ends or the caller hangs up. Every event holds the whole state, so that one
 * who comes back has missed nothing; `Last-Event-ID` keeps a state that is known from being sent again.
 */
export async function streamStates<T>(
  first: T,
  { look, isEnd, stateOf }: Watching<T>,
  { request, reply, end }: { request: FastifyRequest; reply: FastifyReply; end: AbortSignal },
): Promise<void> {
  const gone = new AbortController();
  const { raw } = reply;
  const stop = (): void => gone.abort();
  raw.once('close', stop);
  end.addEventListener('abort', stop);
  const headers = Object.fromEntries(
    Object.entries(reply.getHeaders()).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
  );
  reply.hijack();
  const streaming = {
    'content-type': 'text/event-stream; charset=utf-8',
    'cache-control': 'no-store',
    'x-accel-buffering': 'no',
  };
  raw.writeHead(200, { ...headers, ...streaming, connection: 'close' });
  let known = request.headers['last-event-id'];
  let sentAt = Date.now();
  for (let state = first; !gone.signal.aborted; state = await look()) {
    const ended = isEnd(state);
    const id = stateOf(state);
    if (id !== known || ended) {
      raw.write(`event: ${ended ? 'end' : 'progress'}\nid: ${id}\ndata: ${JSON.stringify(state)}\n\n`);
      [known, sentAt] = [id, Date.now()];
    } else if (Date.now() - sentAt > HEARTBEAT_MS) {
      raw.write(': still here\n\n');
      sentAt = Date.now();
    }
    if (ended) break;
    await sleep(POLL_INTERVAL_MS, undefined, { signal: gone.signal }).catch(() => undefined);
  }
  end.removeEventListener('abort', stop);
  raw.end();
}
