import type { Readable } from 'node:stream';
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib';
import { type Dispatcher, request } from 'undici';
import { PerceptError } from '../errors';
import { outboundFailure } from './outbound-failure';

const MAX_REDIRECTS = 3;
const DECODERS: Record<string, () => NodeJS.ReadWriteStream> = {
  gzip: createGunzip,
  'x-gzip': createGunzip,
  deflate: createInflate,
  br: createBrotliDecompress,
};

export interface FetchMediaOptions {
  /** Most bytes, counted after a content encoding is undone. */
  maxBytes: number;
  /** For everything: redirects, connecting, headers, body. */
  timeoutMs: number;
  /** A `safeAgent`. */
  agent: Dispatcher;
  /** Ends the exchange before its time. */
  signal?: AbortSignal;
  /** The parameter that the URL came in, for the error. */
  field?: string;
}

export interface FetchedMedia {
  bytes: Buffer;
  /** As the server declared it; never trusted. */
  contentType: string | undefined;
}

/** A refusal in our own words. */
class Refusal extends Error {}

/**
 * Reads an image or a video from the web.
 * @throws MEDIA_FETCH_FAILED with the reason: DNS, refused, timeout, status, too large, a forbidden address.
 */
export async function fetchMedia(url: string, options: FetchMediaOptions): Promise<FetchedMedia> {
  const signal = AbortSignal.any([AbortSignal.timeout(options.timeoutMs), ...(options.signal ? [options.signal] : [])]);
  try {
    const response = await follow(url, options.agent, signal);
    const bytes = await readBody(response, options.maxBytes, signal);
    return { bytes, contentType: header(response, 'content-type') };
  } catch (error) {
    const cause: unknown = signal.aborted ? signal.reason : error;
    const reason = cause instanceof Refusal ? cause.message : outboundFailure(cause).reason;
    const field = options.field ?? 'image_url';
    throw new PerceptError('MEDIA_FETCH_FAILED', `Cannot read '${field}': ${reason}.`, { details: { field, reason }, cause });
  }
}

async function follow(first: string, dispatcher: Dispatcher, signal: AbortSignal): Promise<Dispatcher.ResponseData> {
  let url = httpUrl(first);
  for (let redirects = 0; ; redirects++) {
    const response = await request(url, { dispatcher, signal, headers: { accept: 'image/*, video/*, */*;q=0.1' } });
    const { statusCode } = response;
    if (statusCode >= 200 && statusCode < 300) return response;
    const location = header(response, 'location');
    // An unread body would keep the connection.
    response.body.on('error', () => undefined).destroy();
    if (statusCode < 300 || statusCode >= 400 || !location) throw new Refusal(`status ${statusCode}`);
    if (redirects === MAX_REDIRECTS) throw new Refusal(`more than ${MAX_REDIRECTS} redirects`);
    url = httpUrl(location, url);
  }
}

function httpUrl(text: string, base?: URL): URL {
  if (!URL.canParse(text, base?.href)) throw new Refusal(`'${text.slice(0, 100)}' is not a URL`);
  const url = new URL(text, base);
  if (!['http:', 'https:'].includes(url.protocol)) throw new Refusal(`only http and https are read, not ${url.protocol}`);
  return url;
}

async function readBody(response: Dispatcher.ResponseData, maxBytes: number, signal: AbortSignal): Promise<Buffer> {
  const tooLarge = () => new Refusal(`too large: more than ${maxBytes} bytes`);
  if (Number(header(response, 'content-length') ?? 0) > maxBytes) {
    response.body.on('error', () => undefined).destroy();
    throw tooLarge();
  }
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of decoded(response, signal)) {
    size += (chunk as Buffer).length;
    if (size > maxBytes) throw tooLarge();
    chunks.push(chunk as Buffer);
  }
  return Buffer.concat(chunks);
}

/** The body without its content encoding, which we do not ask for but may be sent. */
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
