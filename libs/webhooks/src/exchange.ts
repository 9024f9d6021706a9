import { outboundFailure } from '@percept/core';
import { type Dispatcher, request } from 'undici';

const READ_BYTES = 64 * 1024;
const KEPT_BYTES = 16 * 1024;
const KEPT_HEADERS = 32;
const HEADER_LENGTH = 500;
const SECRET_HEADERS = /cookie|auth|token|secret|key|signature/i;

export interface Posting {
  url: string;
  headers: Record<string, string>;
  body: string;
  agent: Dispatcher;
  /** For everything: connecting, headers, body. */
  timeoutMs: number;
  /** Gives the exchange up: it then rejects. */
  stop: AbortSignal;
}

/** What came of one POST. */
export interface Exchange {
  /** Null where no answer came. */
  status: number | null;
  durationMs: number;
  /** Why it is no success; null for a success. */
  reason: string | null;
  timedOut: boolean;
  body: string | null;
  headers: Record<string, string> | null;
  retryAfter: string | null;
}

/** Posts once, follows no redirect, and never rejects but when told to stop. */
export async function post({ url, headers, body, agent, timeoutMs, stop }: Posting): Promise<Exchange> {
  const started = performance.now();
  const timeout = AbortSignal.timeout(timeoutMs);
  const exchange: Exchange = {
    status: null,
    durationMs: 0,
    reason: null,
    timedOut: false,
    body: null,
    headers: null,
    retryAfter: null,
  };
  try {
    const signal = AbortSignal.any([timeout, stop]);
    const response = await request(url, { method: 'POST', headers, body, dispatcher: agent, signal });
    exchange.status = response.statusCode;
    exchange.headers = keptHeaders(response.headers);
    exchange.retryAfter = firstOf(response.headers['retry-after']) ?? null;
    if (response.statusCode < 200 || response.statusCode > 299) exchange.reason = `status ${response.statusCode}`;
    exchange.body = await readStart(response.body);
  } catch (error) {
    if (stop.aborted) throw error;
    exchange.timedOut = timeout.aborted;
    exchange.reason = outboundFailure(timeout.aborted ? timeout.reason : error).reason;
  }
  exchange.durationMs = Math.round(performance.now() - started);
  return exchange;
}

/** Reads 64 KiB at most, so that an endless answer ends, and keeps the first 16. */
async function readStart(body: Dispatcher.ResponseData['body']): Promise<string> {
  // The stream complains when it is left early.
  body.on('error', () => undefined);
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of body) {
    chunks.push(chunk as Buffer);
    size += (chunk as Buffer).length;
    if (size >= READ_BYTES) break;
  }
  // PostgreSQL takes no NUL in a text.
  return Buffer.concat(chunks).subarray(0, KEPT_BYTES).toString('utf8').replaceAll('\0', '\uFFFD');
}

function keptHeaders(headers: Dispatcher.ResponseData['headers']): Record<string, string> {
  const kept = Object.entries(headers).filter(([name]) => !SECRET_HEADERS.test(name));
  return Object.fromEntries(kept.slice(0, KEPT_HEADERS).map(([name, value]) => [name, String(value).slice(0, HEADER_LENGTH)]));
}

function firstOf(value: string | string[] | undefined): string | undefined {
  return Array.isArray(value) ? value[0] : value;
}
