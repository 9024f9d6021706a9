import type { IncomingMessage } from 'node:http';
import type { Behaviour } from './listener-script';

const LIMIT_MS = 30_000;
/** Of this connection, not of the delivery. */
const NOT_FORWARDED = ['host', 'connection', 'content-length', 'transfer-encoding', 'expect', 'keep-alive'];

/** Sends a delivery on with its own headers. @returns what answers it: the status and the body of that receiver, or 502. */
export async function forward(url: string, { headers }: IncomingMessage, body: string): Promise<Behaviour> {
  const kept = Object.entries(headers).filter(([name]) => !NOT_FORWARDED.includes(name));
  const given = Object.fromEntries(kept.map(([name, value]) => [name, String(value)]));
  try {
    const limit = AbortSignal.timeout(LIMIT_MS);
    const answer = await fetch(url, { method: 'POST', headers: given, body, redirect: 'manual', signal: limit });
    const text = await answer.text();
    return { name: `${answer.status} of ${url}`, run: (response) => void response.writeHead(answer.status).end(text) };
  } catch (error) {
    const { cause, message } = error as { cause?: { code?: string }; message: string };
    const why = `${url} does not answer (${cause?.code ?? message})`;
    return { name: `502: ${why}`, run: (response) => void response.writeHead(502).end(why) };
  }
}
