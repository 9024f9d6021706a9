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

/** What all streams of one object send about a state. */
interface SharedEvent {
  id: string;
  ended: boolean;
  json: string;
}

/**
 * Reports a state as Server-Sent Events until it ends, the caller hangs up, or the caller's key ends. Every event contains the
 * whole state, so a caller who reconnects has missed nothing. `Last-Event-ID` avoids sending a known state again.
 * @throws PerceptError OVERLOADED if too many streams are open; the error of the first look.
 */
export async function streamStates<T>(
  { look, isEnd, stateOf }: Watching<T>,
  { request, reply, end }: { request: FastifyRequest; reply: FastifyReply; end: AbortSignal },
): Promise<void> {
  const gone = new AbortController();
  const { raw } = reply;
  const stop = (): void => gone.abort();
  const place = (await request.server.streams?.enter(request, stop)) ?? ALONE;
  const next = (): Promise<SharedEvent> =>
    place.look(async () => {
      const state = await look();
      return { id: stateOf(state), ended: isEnd(state), json: toJson(state) };
    });
  raw.once('close', stop);
  end.addEventListener('abort', stop);
  try {
    const first = await next();
    begin(reply);
    await tell(first, next, { reply, place, gone: gone.signal, known: request.headers['last-event-id'] });
  } finally {
    place.leave();
    end.removeEventListener('abort', stop);
    if (reply.sent) raw.end();
  }
}

function begin(reply: FastifyReply): void {
  const headers = Object.fromEntries(
    Object.entries(reply.getHeaders()).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
  );
  reply.hijack();
  const streaming = {
    'content-type': 'text/event-stream; charset=utf-8',
    'cache-control': 'no-store',
    'x-accel-buffering': 'no',
  };
  reply.raw.writeHead(200, { ...headers, ...streaming, connection: 'close' });
}

interface Told {
  reply: FastifyReply;
  place: StreamSlot;
  gone: AbortSignal;
  /** The last state that the caller has seen. */
  known: string | string[] | undefined;
}

async function tell(
  first: SharedEvent,
  next: () => Promise<SharedEvent>,
  { reply: { raw }, place, gone, ...told }: Told,
): Promise<void> {
  let { known } = told;
  let sentAt = Date.now();
  for (let event = first; !gone.aborted; event = await next()) {
    const { id, ended, json } = event;
    if (id !== known || ended) {
      raw.write(`event: ${ended ? 'end' : 'progress'}\nid: ${id}\ndata: ${json}\n\n`);
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
