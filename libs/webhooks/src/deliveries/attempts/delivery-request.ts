import { outboundFailure } from '@percept/core';
import type { Dispatcher } from 'undici';

const READ_BYTES = 64 * 1024;
const MAX_STORED_BYTES = 16 * 1024;
const MAX_STORED_HEADERS = 32;
const HEADER_LENGTH = 500;
const OVER = new Error('The attempt is over.');
const SECRET_HEADERS = /cookie|auth|token|secret|key|signature/i;

interface DeliveryRequest {
  origin: string;
  path: string;
  headers: Record<string, string>;
  body: string;
  agent: Dispatcher;
  /** The time limit for connecting, headers and body together. */
  timeoutMs: number;
}

/** The result of one POST. */
export interface ReceiverResponse {
  /** Null if no answer came. */
  status: number | null;
  durationMs: number;
  /** Why the POST failed; null for a success. */
  reason: string | null;
  timedOut: boolean;
  /** The headers without secrets; null if nothing was sent. */
  requestHeaders: Record<string, string> | null;
  body: string | null;
  headers: Record<string, string> | null;
  retryAfter: string | null;
}

export interface PendingDelivery {
  response: Promise<ReceiverResponse>;
  /** Ends the exchange, which then rejects. */
  abort: () => void;
}

/** Posts once and follows no redirect. It avoids undici's own promise, stream and signals, which cost more than the request. */
export function post({ origin, path, headers, body, agent, timeoutMs }: DeliveryRequest): PendingDelivery {
  let abort = (): void => undefined;
  const response = new Promise<ReceiverResponse>((resolve, reject) => {
    const answer = new Answer(timeoutMs, shownHeaders(headers), resolve);
    abort = () => answer.leave() && reject(OVER);
    agent.dispatch({ origin, path, method: 'POST', headers, body }, answer);
  });
  return { response, abort };
}

/** Reads at most 64 KiB of the answer, so that an endless one ends, and keeps the first 16 KiB. */
class Answer implements Dispatcher.DispatchHandler {
  private readonly started = performance.now();
  private readonly timer: NodeJS.Timeout;
  private readonly chunks: Buffer[] = [];
  private size = 0;
  private left = false;
  private controller: Dispatcher.DispatchController | undefined;
  private readonly response: ReceiverResponse = {
    status: null,
    durationMs: 0,
    reason: null,
    timedOut: false,
    requestHeaders: null,
    body: null,
    headers: null,
    retryAfter: null,
  };

  constructor(
    timeoutMs: number,
    requestHeaders: Record<string, string>,
    private readonly done: (response: ReceiverResponse) => void,
  ) {
    this.response.requestHeaders = requestHeaders;
    this.timer = setTimeout(() => this.fail(new DOMException('The time limit is over.', 'TimeoutError')), timeoutMs);
  }

  onRequestStart(controller: Dispatcher.DispatchController): void {
    // The request may have waited too long for its connection.
    if (this.left) controller.abort(OVER);
    this.controller = controller;
  }

  onResponseStart(_: unknown, status: number, headers: Dispatcher.ResponseData['headers']): void {
    if (status < 200) return;
    this.response.status = status;
    this.response.headers = storedHeaders(headers);
    this.response.retryAfter = firstOf(headers['retry-after']) ?? null;
  }

  onResponseData(_: unknown, chunk: Buffer): void {
    this.chunks.push(chunk);
    this.size += chunk.length;
    if (this.size >= READ_BYTES) this.onResponseEnd();
  }

  onResponseEnd(): void {
    const { status } = this.response;
    // PostgreSQL allows no NUL in a text.
    const body = Buffer.concat(this.chunks).subarray(0, MAX_STORED_BYTES).toString('utf8').replaceAll('\0', '\uFFFD');
    const isRedirect = status! >= 300 && status! < 400;
    this.end({ body, reason: status! > 299 ? `status ${status}${isRedirect ? ': redirects are not followed' : ''}` : null });
  }

  onResponseError(_: unknown, error: Error): void {
    this.fail(error);
  }

  /** Ends the exchange, and closes the connection if the response is incomplete. @returns false if it had already ended. */
  leave(): boolean {
    if (this.left) return false;
    this.left = true;
    clearTimeout(this.timer);
    this.controller?.abort(OVER);
    return true;
  }

  private fail(error: Error): void {
    // The status line decides: a receiver that has accepted the event must not get it again.
    if (this.response.status !== null) return this.onResponseEnd();
    const { kind, reason } = outboundFailure(error);
    this.end({ reason, timedOut: kind === 'timeout' });
  }

  private end(outcome: Partial<ReceiverResponse>): void {
    if (!this.leave()) return;
    this.response.durationMs = Math.round(performance.now() - this.started);
    this.done(Object.assign(this.response, outcome));
  }
}

/** Headers that Percept sets, without secrets; a user's own values may be secret. */
const SHOWN_HEADERS = new Set(['webhook-id', 'webhook-timestamp', 'content-type', 'user-agent']);

function shownHeaders(headers: Record<string, string>): Record<string, string> {
  const shown: Record<string, string> = {};
  for (const name of Object.keys(headers)) shown[name] = SHOWN_HEADERS.has(name) ? headers[name]! : '(hidden)';
  return shown;
}

function storedHeaders(headers: Dispatcher.ResponseData['headers']): Record<string, string> {
  const stored: Record<string, string> = {};
  let left = MAX_STORED_HEADERS;
  for (const name of Object.keys(headers)) {
    if (SECRET_HEADERS.test(name)) continue;
    if (left-- === 0) break;
    stored[name] = String(headers[name]).slice(0, HEADER_LENGTH);
  }
  return stored;
}

function firstOf(value: string | string[] | undefined): string | undefined {
  return Array.isArray(value) ? value[0] : value;
}
