import type { Readable } from 'node:stream';
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib';
import { type Dispatcher, request } from 'undici';
import { PerceptError } from '../errors';
import type { BudgetClaim } from '../shares/fair-budget';
import { inTurns } from '../shares/in-turns';
import { outboundFailure } from './outbound-failure';
import { USER_AGENT } from './user-agent';
import { hideUserInfo, takeUserInfo } from '../user-info';

const MAX_REDIRECTS = 3;
const FIRST_BYTES = 64 * 1024;
/** The host is not quoted: its name may carry the secret. */
const FORBIDDEN_REDIRECT = 'it redirects to a host that may not receive a secret of this call';
const DECODERS: Record<string, () => NodeJS.ReadWriteStream> = {
  gzip: createGunzip,
  'x-gzip': createGunzip,
  deflate: createInflate,
  br: createBrotliDecompress,
};

export interface FetchMediaOptions {
  /** The limit in bytes, after a content encoding is undone. */
  maxBytes: number;
  /** The time for everything: redirects, connecting, headers and body. */
  timeoutMs: number;
  /** A `safeAgent`. */
  agent: Dispatcher;
  /** Aborts the exchange. */
  signal?: AbortSignal;
  /** The parameter that carried the URL, for the error. */
  field?: string;
  /** Where redirects may lead; anywhere public when absent. */
  mayFollow?: MayFollow;
  /** Is asked for memory before the media takes it. Absent: nothing counts the memory. */
  claim?: Pick<BudgetClaim, 'grow'>;
}

interface FetchedMedia {
  bytes: Buffer;
  /** As the server declared it; never trusted. */
  contentType: string | undefined;
}

/** Whether a request may follow a redirect to this URL. */
export type MayFollow = (url: URL) => boolean;

/** A refusal whose message is ours. */
class Refusal extends Error {}

/**
 * Reads an image or a video from the web. Sends the URL's user and password to its own host only.
 * @throws MEDIA_FETCH_FAILED with the reason: DNS, refused, timeout, status, too large, a forbidden address. OVERLOADED if there is
 * no memory for it.
 */
export async function fetchMedia(url: string, options: FetchMediaOptions): Promise<FetchedMedia> {
  const signal = AbortSignal.any([AbortSignal.timeout(options.timeoutMs), ...(options.signal ? [options.signal] : [])]);
  try {
    const response = await follow(url, options, signal);
    const bytes = await readBody(response, options, signal);
    return { bytes, contentType: header(response, 'content-type') };
  } catch (error) {
    const cause: unknown = signal.aborted ? signal.reason : error;
    if (cause instanceof PerceptError) throw cause;
    const reason = cause instanceof Refusal ? cause.message : outboundFailure(cause).reason;
    const field = options.field ?? 'image_url';
    throw new PerceptError('MEDIA_FETCH_FAILED', `Cannot read '${field}': ${reason}.`, { details: { field, reason }, cause });
  }
}

async function follow(
  first: string,
  { agent: dispatcher, mayFollow }: FetchMediaOptions,
  signal: AbortSignal,
): Promise<Dispatcher.ResponseData> {
  let url = httpUrl(first);
  let credentials = takeUserInfo(url);
  for (let redirects = 0; ; redirects++) {
    const headers = { accept: 'image/*, video/*, */*;q=0.1', 'user-agent': USER_AGENT, ...credentials };
    const response = await request(url, { dispatcher, signal, headers });
    const { statusCode } = response;
    if (statusCode >= 200 && statusCode < 300) return response;
    const location = header(response, 'location');
    // An unread body would keep the connection.
    response.body.on('error', () => undefined).destroy();
    if (statusCode < 300 || statusCode >= 400 || !location) throw new Refusal(`status ${statusCode}`);
    if (redirects === MAX_REDIRECTS) throw new Refusal(`more than ${MAX_REDIRECTS} redirects`);
    const { origin } = url;
    url = httpUrl(location, url);
    const own = takeUserInfo(url);
    credentials = own.authorization || url.origin !== origin ? own : credentials;
    if (mayFollow && !mayFollow(url)) throw new Refusal(FORBIDDEN_REDIRECT);
  }
}

function httpUrl(text: string, base?: URL): URL {
  if (!URL.canParse(text, base?.href)) throw new Refusal(`'${hideUserInfo(text).slice(0, 100)}' is not a URL`);
  const url = new URL(text, base);
  if (!['http:', 'https:'].includes(url.protocol)) throw new Refusal(`only http and https are read, not ${url.protocol}`);
  return url;
}

async function readBody(
  response: Dispatcher.ResponseData,
  { maxBytes, claim }: FetchMediaOptions,
  signal: AbortSignal,
): Promise<Buffer> {
  const tooLarge = () => new Refusal(`too large: more than ${maxBytes} bytes`);
  // The body may be cut off while we wait for memory.
  response.body.on('error', () => undefined);
  const declared = Number(header(response, 'content-length') ?? 0);
  if (declared > maxBytes) {
    response.body.on('error', () => undefined).destroy();
    throw tooLarge();
  }
  // Claim memory before reading the body: while we wait, the server can send only as much as the connection holds.
  let body = await memoryFor(Math.max(declared, FIRST_BYTES), claim);
  let size = 0;
  for await (const piece of inTurns(decoded(response, signal) as AsyncIterable<Buffer>)) {
    if (size + piece.length > maxBytes) throw tooLarge();
    if (size + piece.length > body.length) {
      const larger = Math.min(maxBytes, Math.max(body.length * 2, size + piece.length));
      const grown = await memoryFor(larger, claim, body.length);
      body.copy(grown, 0, 0, size);
      body = grown;
    }
    piece.copy(body, size);
    size += piece.length;
  }
  return body.subarray(0, size);
}

/** Allocates separate memory, because the bytes are handed to a worker. @param has bytes that are already claimed. */
async function memoryFor(bytes: number, claim: FetchMediaOptions['claim'], has = 0): Promise<Buffer> {
  await claim?.grow(bytes - has);
  return Buffer.allocUnsafeSlow(bytes);
}

/** Undoes the body's content encoding: we do not ask for one, but a server may send one. */
function decoded(response: Dispatcher.ResponseData, signal: AbortSignal): Readable {
  const encoding = header(response, 'content-encoding')?.trim().toLowerCase();
  if (!encoding || encoding === 'identity') return response.body;
  const decoder = DECODERS[encoding]?.() as (Readable & NodeJS.WritableStream) | undefined;
  if (!decoder) {
    response.body.on('error', () => undefined).destroy();
    throw new Refusal(`the content encoding '${encoding}' is not read`);
  }
  response.body.on('error', (error) => decoder.destroy(error));
  decoder.on('close', () => response.body.destroy());
  signal.addEventListener('abort', () => decoder.destroy(signal.reason as Error), { once: true });
  return response.body.pipe(decoder);
}

function header(response: Dispatcher.ResponseData, name: string): string | undefined {
  const value = response.headers[name];
  return Array.isArray(value) ? value[0] : value;
}
