import {
  computeFileDigest,
  readFileSize,
  type CatalogueFile,
  type FetchOptions,
  type ModelRepository,
  type OpenOptions,
  type WantedFile,
  type WeightSource,
} from '@percept/sdk/models';
import { outboundFailure } from '@percept/sdk/pipelines';
import { once } from 'node:events';
import { createReadStream, createWriteStream } from 'node:fs';
import { copyFile, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { fileURLToPath } from 'node:url';
import { request } from 'undici';

/** A download ends after this long without a byte; the next call resumes it. */
const SILENCE_MS = 30_000;
const MAX_REDIRECTS = 5;

/** What helps when a file could not be fetched. */
interface Advice {
  /** What to try if the connection failed. */
  again: string;
  /** What to try if the server does not have the file. */
  elsewhere: string;
}

const PULL: Advice = {
  again: 'Pull it again: it goes on from where it was.',
  elsewhere: 'Without the internet, PERCEPT_MODELS_MIRROR names a folder or an address that has it.',
};

/** `models add` keeps nothing of what it could not fetch, and asks no mirror. */
export const ADD: Advice = {
  again: 'Add it again.',
  elsewhere: 'Without the internet, bring the model here as a folder, and add that.',
};

/** Headers for a request. They go to no host but that of the address. */
export type Headers = Readonly<Record<string, string>>;

/** Files of the web, one by one. An interrupted download resumes where it stopped. */
export const web: WeightSource = {
  schemes: ['https:', 'http:'],
  problem: () => undefined,
  fetch: (files, options) => fetchEach(files, options, ({ url }) => ({ address: url })),
  open: openAddress,
};

/**
 * Fetches files in sequence: from the mirror, or from the address that `find` returns for each.
 * @throws Error that says what went wrong and what to do.
 */
export async function fetchEach(
  files: readonly WantedFile[],
  { mirror, onProgress, silenceMs, advice }: FetchOptions,
  find: (file: CatalogueFile) => { address: string; headers?: Headers },
): Promise<void> {
  let before = 0;
  for (const { file, part } of files) {
    const { address, headers = {} } = mirror ? { address: inMirror(file, mirror) } : find(file);
    try {
      await fetchRest({ file, part, address, headers, silenceMs }, (done) => onProgress?.(before + done));
    } catch (error) {
      throw new Error(`Cannot fetch ${file.path} from ${address}: ${describeDownloadFailure(error, advice)}`, { cause: error });
    }
    before += file.bytes;
  }
}

interface Fetching extends WantedFile {
  address: string;
  headers: Headers;
  silenceMs?: number;
}

async function fetchRest(
  { file, part, address, headers, silenceMs }: Fetching,
  onProgress: (done: number) => void,
): Promise<void> {
  const start = await readFileSize(part);
  if (start >= file.bytes) return;
  const { body, from } = /^https?:/.test(address)
    ? await getFrom(address, { start, headers, silenceMs })
    : { body: createReadStream(address, { start }) as Readable, from: start };
  let done = from;
  const counted = async function* (chunks: AsyncIterable<Buffer>) {
    for await (const chunk of chunks) {
      done += chunk.length;
      // A file other than the listed one may be endless.
      if (done > file.bytes) throw new Error(`it is longer than the ${file.bytes} bytes that are expected.`);
      onProgress(done);
      yield chunk;
    }
  };
  const written = createWriteStream(part, { flags: from === 0 ? 'w' : 'a' });
  try {
    await pipeline(body, counted, written);
  } finally {
    // A write may still be under way, and the next download resumes at the end of the file.
    if (!written.closed) await once(written, 'close');
  }
}

async function getFrom(
  address: string,
  { start, headers, silenceMs }: { start: number; headers: Headers; silenceMs?: number },
): Promise<{ body: Readable; from: number }> {
  const asked = { ...headers, ...(start > 0 && { range: `bytes=${start}-` }) };
  const { statusCode, body } = await fetchAddress(address, asked, silenceMs);
  return { body, from: statusCode === 206 ? start : 0 };
}

/**
 * Requests an address and follows redirects. Headers that identify the caller (`authorization`) go only to the host of the address.
 * @throws StatusError for any status but 200 and 206.
 */
export async function fetchAddress(address: string, headers: Headers = {}, silenceMs: number = SILENCE_MS) {
  let url = address;
  for (let redirects = 0; redirects <= MAX_REDIRECTS; redirects++) {
    const { authorization, ...open } = headers;
    const isOwn = new URL(url).origin === new URL(address).origin;
    const sent = isOwn && authorization !== undefined ? { ...open, authorization } : open;
    const answer = await request(url, { headers: sent, headersTimeout: silenceMs, bodyTimeout: silenceMs });
    if (answer.statusCode === 200 || answer.statusCode === 206) return { ...answer, body: answer.body, url };
    await answer.body.dump();
    const { location } = answer.headers;
    if (answer.statusCode < 300 || answer.statusCode >= 400 || typeof location !== 'string')
      throw new StatusError(answer.statusCode);
    url = new URL(location, url).href;
  }
  throw new Error(`more than ${MAX_REDIRECTS} redirects.`);
}

/** The server answered, but not with what was asked for. */
export class StatusError extends Error {
  constructor(readonly status: number) {
    super(`status ${status}`);
  }
}

function inMirror(file: CatalogueFile, mirror: string): string {
  if (/^https?:/.test(mirror)) return `${mirror.replace(/\/$/, '')}/${file.path}`;
  return join(mirror.startsWith('file:') ? fileURLToPath(mirror) : resolve(mirror), file.path);
}

/** Says in a sentence why a download failed and what to do. */
export function describeDownloadFailure(error: unknown, { again, elsewhere }: Advice = PULL): string {
  const { code, message } = error as NodeJS.ErrnoException;
  if (error instanceof StatusError) return `${message}. ${elsewhere}`;
  if (code === 'ENOSPC') return `there is no space left on the disk: make some. ${again}`;
  if (code === 'ENOENT') return 'there is no such file. PERCEPT_MODELS_MIRROR names the folder.';
  if (message.endsWith('.')) return message;
  return `${outboundFailure(error).reason}. ${again} ${elsewhere}`;
}

/** An ONNX file is a protobuf message, which has at most 2 GB. */
const MAX_NETWORK = 2 ** 31;

/** Plain HTTP is allowed only on this machine, where nobody can intercept. */
const SAFE = /^(https:\/\/|http:\/\/(localhost|127\.0\.0\.1)[:/])/;

/** Downloads a network from a web address; its size is known only afterwards. */
async function openAddress(address: string, { sha256 }: OpenOptions): Promise<ModelRepository> {
  if (!SAFE.test(address)) throw new Error(`'${address}' must begin with https:, so that nobody changes the network on its way.`);
  const { origin, pathname } = new URL(address);
  const name = decodeURIComponent(pathname.slice(pathname.lastIndexOf('/') + 1));
  const folder = await mkdtemp(join(tmpdir(), 'percept-network-'));
  const remove = () => rm(folder, { recursive: true, force: true });
  const file = join(folder, 'net.onnx');
  try {
    const bytes = await fetchWhole(address, file);
    const found = await computeFileDigest(file);
    if (sha256 !== undefined && found !== sha256.toLowerCase())
      throw new Error(`it has the SHA-256 ${found}, not ${sha256}. Nothing of it was kept.`);
    return {
      // Leaves out the parts that may hold a password.
      address: `${origin}${pathname}`,
      name: name.replace(/\.onnx$/, ''),
      files: new Map([[name, bytes]]),
      copy: (_path: string, target: string): Promise<void> => copyFile(file, target),
      close: remove,
    };
  } catch (error) {
    await remove();
    throw new Error(`Cannot fetch ${name} from ${origin}: ${describeDownloadFailure(error, ADD)}`, { cause: error });
  }
}

async function fetchWhole(address: string, file: string): Promise<number> {
  const { body } = await fetchAddress(address);
  let bytes = 0;
  const counted = async function* (chunks: AsyncIterable<Buffer>) {
    for await (const chunk of chunks) {
      bytes += chunk.length;
      if (bytes > MAX_NETWORK) throw new Error('it is longer than the 2 GB that an ONNX file has at most.');
      yield chunk;
    }
  };
  await pipeline(body, counted, createWriteStream(file));
  return bytes;
}
