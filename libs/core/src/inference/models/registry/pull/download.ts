import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { mkdir, rename, rm, stat } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { fileURLToPath } from 'node:url';
import { request } from 'undici';
import { outboundFailure } from '../../../../kernel/net';
import type { CatalogueFile } from './catalogue';
import { extractPackage, readNpmAddress } from './npm-package';

/** No byte for so long ends a download; it goes on from there at the next call. */
const SILENCE_MS = 30_000;
const MAX_REDIRECTS = 5;
const MIRROR = 'Without the internet, PERCEPT_MODELS_MIRROR names a folder or an address that has it';

export interface DownloadOptions {
  /** A folder or an HTTP address that replaces the internet. */
  mirror?: string;
  onProgress?: (done: number, total: number) => void;
}

/**
 * Fetches a file and puts it into its place when it is whole and right. What arrived of an interrupted one is kept beside it
 * (`.part`) and the next call asks for the rest.
 * @throws Error that says what went wrong and what to do.
 */
export async function download(file: CatalogueFile, target: string, options: DownloadOptions = {}): Promise<void> {
  const part = `${target}.part`;
  await mkdir(dirname(target), { recursive: true });
  try {
    if ((await sizeOf(part)) > file.bytes) await rm(part);
    if ((await sizeOf(part)) < file.bytes) await fetchRest(file, part, options);
  } catch (error) {
    throw new Error(`Cannot fetch ${file.path} from ${sourceOf(file, options.mirror)}: ${reasonOf(error)}`, { cause: error });
  }
  await accept(file, part, target);
}

/** @throws Error if the file that arrived is not that of the catalogue. */
async function accept(file: CatalogueFile, part: string, target: string): Promise<void> {
  const size = await sizeOf(part);
  if (size < file.bytes)
    throw new Error(`${file.path} ended after ${size} of ${file.bytes} bytes. Pull it again: it goes on from there.`);
  const digest = await digestOf(part);
  if (size !== file.bytes || digest !== file.sha256) {
    await rm(part);
    throw new Error(
      `${file.path} is not the file of the catalogue: ${size} bytes with SHA-256 ${digest}, not ${file.bytes} bytes with ${file.sha256}. It was removed.`,
    );
  }
  await rename(part, target);
}

/**
 * Fetches files of one npm package as `download` does; an interrupted one starts again, unless npm's cache has the package.
 * @param files with their targets.
 */
export async function downloadPackage(
  npm: { integrity: string; bytes: number },
  files: readonly { file: CatalogueFile; target: string }[],
  onProgress: (done: number) => void = () => undefined,
): Promise<void> {
  const [first] = files;
  const { name, version } = readNpmAddress(first!.file.url)!;
  const inside = files.map(({ file, target }) => {
    const { path } = readNpmAddress(file.url)!;
    return { path, bytes: file.bytes, target: `${target}.part` };
  });
  try {
    await extractPackage({ name, version, ...npm }, inside, onProgress);
  } catch (error) {
    for (const { target } of inside) await rm(target, { force: true });
    throw new Error(`Cannot fetch npm package ${name}@${version}: ${npmReasonOf(error, `${name}@${version}`)}`, { cause: error });
  }
  for (const { file, target } of files) await accept(file, `${target}.part`, target);
}

async function fetchRest(file: CatalogueFile, part: string, { mirror, onProgress }: DownloadOptions): Promise<void> {
  const start = await sizeOf(part);
  const source = sourceOf(file, mirror);
  const { body, from } = /^https?:/.test(source)
    ? await overHttp(source, start)
    : { body: createReadStream(source, { start }) as Readable, from: start };
  let done = from;
  const counted = async function* (chunks: AsyncIterable<Buffer>) {
    for await (const chunk of chunks) {
      done += chunk.length;
      // Another file than the catalogue's may be endless.
      if (done > file.bytes) throw new Error(`it is longer than the ${file.bytes} bytes of the catalogue.`);
      onProgress?.(done, file.bytes);
      yield chunk;
    }
  };
  await pipeline(body, counted, createWriteStream(part, { flags: from === 0 ? 'w' : 'a' }));
}

async function overHttp(address: string, start: number): Promise<{ body: Readable; from: number }> {
  let url = address;
  for (let redirects = 0; redirects <= MAX_REDIRECTS; redirects++) {
    const headers = start > 0 ? { range: `bytes=${start}-` } : {};
    const answer = await request(url, { headers, headersTimeout: SILENCE_MS, bodyTimeout: SILENCE_MS });
    if (answer.statusCode === 206) return { body: answer.body, from: start };
    if (answer.statusCode === 200) return { body: answer.body, from: 0 };
    await answer.body.dump();
    const { location } = answer.headers;
    if (answer.statusCode < 300 || answer.statusCode >= 400 || typeof location !== 'string')
      throw new Error(`status ${answer.statusCode}. ${MIRROR}.`);
    url = new URL(location, url).href;
  }
  throw new Error(`more than ${MAX_REDIRECTS} redirects.`);
}

function sourceOf(file: CatalogueFile, mirror: string | undefined): string {
  if (!mirror) return file.url;
  if (/^https?:/.test(mirror)) return `${mirror.replace(/\/$/, '')}/${file.path}`;
  return join(mirror.startsWith('file:') ? fileURLToPath(mirror) : resolve(mirror), file.path);
}

function reasonOf(error: unknown): string {
  const { code, message } = error as NodeJS.ErrnoException;
  if (code === 'ENOSPC') return 'there is no space left on the disk. Make some, and pull it again: it goes on from there.';
  if (code === 'ENOENT') return 'there is no such file. PERCEPT_MODELS_MIRROR names the folder.';
  if (message.endsWith('.')) return message;
  return `${outboundFailure(error).reason}. Pull it again: it goes on from where it was. ${MIRROR}.`;
}

function npmReasonOf(error: unknown, spec: string): string {
  // Node wraps an error that a stream tells before anybody listens.
  const { code, message } = ((error as { context?: unknown }).context ?? error) as NodeJS.ErrnoException;
  if (code === 'ENOSPC') return "no space is left on the disk. Free some there and in npm's cache, then pull the model again.";
  if (code === 'EINTEGRITY') return 'its content is not the one that the catalogue names (integrity). Nothing of it was kept.';
  if (code === 'E401' || code === 'E403') return `the registry refuses (${code}). Sign in with 'npm login', or set its token.`;
  if (code === 'E404') return 'the registry that npm is configured for does not have it (npm config get registry).';
  if (code === 'TAR_BAD_ARCHIVE' || code?.startsWith('Z_'))
    return "what arrived must be a whole package. See whether 'npm config get registry' names a registry, and pull it again.";
  if (code === 'ENOTCACHED') return `npm is offline, and its cache does not have it. Run 'npm cache add ${spec}' with a network.`;
  return message.endsWith('.') ? message : `${message}. Check 'npm config get registry', and pull it again.`;
}

const sizeOf = (path: string) =>
  stat(path).then(
    ({ size }) => size,
    () => 0,
  );

async function digestOf(path: string): Promise<string> {
  const hash = createHash('sha256');
  await pipeline(createReadStream(path), hash);
  return hash.digest('hex');
}
