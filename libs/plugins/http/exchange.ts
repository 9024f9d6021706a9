import { PerceptError } from '@percept/sdk';
import { outboundFailure, takeUserInfo, USER_AGENT, type OperationContext } from '@percept/sdk/pipelines';
import { type Dispatcher, request } from 'undici';
import type { HttpMethod } from './http-input';

const MAX_REDIRECTS = 3;
const REDIRECTS = [301, 302, 303, 307, 308];

/** A request before it is sent. */
export interface HttpRequest {
  url: URL;
  method: HttpMethod;
  headers: Record<string, string>;
  body?: string;
}

/** The connections, the limits and the secrets of an exchange. */
interface ExchangeOptions extends Pick<OperationContext, 'agent' | 'signal' | 'secrets' | 'mayFollow'> {
  maxBytes: number;
}

export interface HttpAnswer {
  status: number;
  headers: Record<string, string>;
  body: string;
}

/**
 * Sends a request and follows redirects. Another host receives neither the headers nor the body, and no secret in its URL.
 * @throws PerceptError MEDIA_FETCH_FAILED for the network, TIMEOUT, PAYLOAD_TOO_LARGE.
 */
export async function exchange(first: HttpRequest, options: ExchangeOptions): Promise<HttpAnswer> {
  let sent = first;
  for (let redirects = 0; ; redirects++) {
    const response = await send(sent, options);
    const headers = plainHeaders(response.headers);
    const { statusCode: status } = response;
    if (!REDIRECTS.includes(status) || headers['location'] === undefined) {
      return { status, headers, body: await readBody(response, headers, options) };
    }
    // An unread body would keep the connection.
    response.body.on('error', () => undefined).destroy();
    if (redirects === MAX_REDIRECTS) throw failedExchange(`more than ${MAX_REDIRECTS} redirects`);
    sent = redirected(sent, status, headers['location'], options);
  }
}

async function send({ url, method, headers, body }: HttpRequest, options: ExchangeOptions): Promise<Dispatcher.ResponseData> {
  try {
    return await request(url, { method, headers, body, dispatcher: options.agent, signal: options.signal });
  } catch (error) {
    throw explain(error, options.signal);
  }
}

/** As in browsers, a 303 becomes a GET, and so does a 301 or 302 of a POST. */
function redirected(sent: HttpRequest, status: number, location: string, options: ExchangeOptions): HttpRequest {
  if (!URL.canParse(location, sent.url.href)) throw failedExchange('the redirect names no URL');
  const url = new URL(location, sent.url);
  if (!['http:', 'https:'].includes(url.protocol)) throw failedExchange(`a redirect to ${url.protocol} is not followed`);
  const { secrets, mayFollow } = options;
  if (mayFollow && !mayFollow(url)) throw failedExchange('it redirects to a host that may not receive a secret of this call');
  const becomesGet = (status === 303 && sent.method !== 'HEAD') || (status < 303 && sent.method === 'POST');
  const own = takeUserInfo(url);
  const plain: HttpRequest = { url, method: becomesGet ? 'GET' : sent.method, headers: { 'user-agent': USER_AGENT, ...own } };
  if (url.origin === sent.url.origin) {
    const headers = { ...(becomesGet ? withoutContent(sent.headers) : sent.headers), ...own };
    return becomesGet ? { ...plain, headers } : { ...sent, url, headers };
  }
  if (!['GET', 'HEAD'].includes(plain.method))
    throw failedExchange(`a ${sent.method} is not repeated at another host (${url.host})`);
  const decoded = [location, url.href, safeDecode(location), safeDecode(url.href)];
  if (decoded.some((text) => secrets.hide(text) !== text))
    throw failedExchange('the redirect would carry a secret to another host');
  return plain;
}

function safeDecode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

function withoutContent(headers: Record<string, string>): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).filter(([name]) => !name.startsWith('content-')));
}

async function readBody(
  { body, statusCode }: Dispatcher.ResponseData,
  headers: Record<string, string>,
  { maxBytes, signal }: ExchangeOptions,
): Promise<string> {
  const encoding = headers['content-encoding']?.trim().toLowerCase();
  if (encoding && encoding !== 'identity' && statusCode !== 204) {
    body.on('error', () => undefined).destroy();
    throw failedExchange(`the content encoding '${encoding}' was not asked for`);
  }
  const chunks: Buffer[] = [];
  let size = 0;
  try {
    for await (const chunk of body) {
      size += (chunk as Buffer).length;
      if (size > maxBytes) throw tooLarge(maxBytes);
      chunks.push(chunk as Buffer);
    }
  } catch (error) {
    throw error instanceof PerceptError ? error : explain(error, signal);
  }
  return Buffer.concat(chunks).toString('utf8');
}

function plainHeaders(headers: Dispatcher.ResponseData['headers']): Record<string, string> {
  const entries = Object.entries(headers).flatMap(([name, value]) => (value === undefined ? [] : [[name, value] as const]));
  return Object.fromEntries(entries.map(([name, value]) => [name, Array.isArray(value) ? value.join(', ') : value]));
}

function tooLarge(maxBytes: number): PerceptError {
  const reason = `the answer has more than ${maxBytes} bytes: raise 'max_bytes', at most 4194304, or ask for less.`;
  return new PerceptError('PAYLOAD_TOO_LARGE', `The request failed: ${reason}`, { details: { field: 'max_bytes', reason } });
}

function explain(error: unknown, signal: AbortSignal): PerceptError {
  const { kind, reason } = outboundFailure(signal.aborted ? signal.reason : error);
  if (kind !== 'timeout') return failedExchange(reason);
  return new PerceptError('TIMEOUT', `The request failed: ${reason}.`, { details: { field: 'url', reason } });
}

/** A failure that another attempt may fix. */
export function failedExchange(reason: string): PerceptError {
  return new PerceptError('MEDIA_FETCH_FAILED', `The request failed: ${reason}.`, { details: { field: 'url', reason } });
}
