import { toJson } from '@percept/sdk';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { setTimeout as sleep } from 'node:timers/promises';
import { POLL_INTERVAL_MS, type StreamSlot } from './event-streams';

const HEARTBEAT_MS = 15_000;

/** A lasting process that a caller watches. */
export interface Watching<T> {
  look: () => Promise<T>;
  isEnd: (state: T) => boolean;
  /** A text that differs for each change that a caller sees. */
  stateOf: (state: T) => string;
}

/** The place of a stream when streams are not counted. */
const ALONE: StreamSlot = {
  look: (look) => look(),
  intervalMs: POLL_INTERVAL_MS,
  isAllowed: () => Promise.resolve(true),
  leave: () => undefined,
};

/**
 * Reports a state as Server-Sent Events until it ends, the caller hangs up, or the caller's key ends. Every event contains the
 * whole state, so a caller who reconnects has missed nothing. `Last-Event-ID` avoids sending a known state again.
 * @throws PerceptError OVERLOADED if too many streams are open.
 */
export async function streamStates<T>(
  first: T,
  watching: Watching<T>,
  { request, reply, end }: { request: FastifyRequest; reply: FastifyReply; end: AbortSignal },
): Promise<void> {
  const gone = new AbortController();
  const { raw } = reply;
  const stop = (): void => gone.abort();
  const place = (await request.server.streams?.enter(request, stop)) ?? ALONE;
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
  try {
    await tell(first, watching, { reply, place, gone: gone.signal, known: request.headers['last-event-id'] });
  } finally {
    place.leave();
    end.removeEventListener('abort', stop);
    raw.end();
  }
}

interface Told {
  reply: FastifyReply;
  place: StreamSlot;
  gone: AbortSignal;
  /** The last state that the caller has seen. */
  known: string | string[] | undefined;
}

async function tell<T>(first: T, { look, isEnd, stateOf }: Watching<T>, { reply: { raw }, place, gone, ...told }: Told) {
  let { known } = told;
  let sentAt = Date.now();
  for (let state = first; !gone.aborted; state = await place.look(look)) {
    const ended = isEnd(state);
    const id = stateOf(state);
    if (id !== known || ended) {
      raw.write(`event: ${ended ? 'end' : 'progress'}\nid: ${id}\ndata: ${toJson(state)}\n\n`);
      [known, sentAt] = [id, Date.now()];
    } else if (Date.now() - sentAt > HEARTBEAT_MS) {
      raw.write(': still here\n\n');
      sentAt = Date.now();
    }
    if (ended) break;
    await sleep(place.intervalMs, undefined, { signal: gone }).catch(() => undefined);
    if (!(await place.isAllowed())) break;
  }
}
