import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { dirname } from 'node:path';
import { PassThrough } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Options } from 'npm-registry-fetch';

/** npm's settings in the form that its libraries take. */
type NpmConfiguration = Options & { replaceRegistryHost?: string };

/**
 * Reads npm's settings as npm does: from the `.npmrc` files and from `npm_config_…`.
 * @throws Error if a file of npm's settings cannot be read.
 */
async function readNpmConfiguration(): Promise<NpmConfiguration> {
  const { default: Config } = await import('@npmcli/config');
  const { default: definitions } = await import('@npmcli/config/lib/definitions/index.js');
  class Settings extends Config {
    /** npm sets variables for the scripts that it starts. We start none, so the environment stays unchanged. */
    override setEnvs(): void {}
  }
  const config = new Settings({ ...definitions, npmPath: __dirname, argv: [], warn: false });
  await config.load();
  return config.flat;
}

/** A version of an npm package. */
interface NpmPackage {
  name: string;
  version: string;
  /** The digest of the package's tarball, in the form of package-lock.json: `sha512-…`. */
  integrity: string;
  /** The size of the package's tarball. */
  bytes: number;
}

/** A file in a package: its path there, and its target. */
interface PackagedFile {
  path: string;
  bytes: number;
  target: string;
}

/** The used fields of a tarball entry. */
interface TarEntry extends AsyncIterable<Buffer> {
  path: string;
  size?: number;
  type: string;
  resume(): void;
}

/** `npm:PACKAGE@VERSION/PATH`; the version is exact. */
const ADDRESS = /^npm:((?:@[\w.-]+\/)?[\w.-]+)@(\d+\.\d+\.\d+(?:[-+][\w.+-]+)?)\/(.+)$/;

/** Package, version and path of an `npm:` address; undefined for any other one. */
export function readNpmAddress(url: string): { name: string; version: string; path: string } | undefined {
  const [, name, version, path] = ADDRESS.exec(url) ?? [];
  return path === undefined ? undefined : { name: name!, version: version!, path };
}

/**
 * Fetches a package from the registry that npm is configured for, with npm's own settings (`.npmrc`, `npm_config_…`: registry,
 * credentials, proxy, cache, `offline`), and writes the files wanted. They are complete once it returns: the integrity of the whole
 * tarball is right.
 * @throws Error that says what went wrong.
 */
export async function extractPackage(
  { name, version, integrity, bytes }: NpmPackage,
  files: readonly PackagedFile[],
  onProgress: (done: number) => void,
): Promise<void> {
  const configuration = await readNpmConfiguration();
  const address = await tarballAddress(name, version, configuration);
  const { default: fetch } = await import('npm-registry-fetch');
  const { body } = await fetch(address, { ...configuration, spec: name, integrity });
  const extraction = await startExtraction(files);
  const tarball = new PassThrough();
  body.on('error', (error: Error) => tarball.destroy(error));
  body.pipe(tarball);
  let done = 0;
  for await (const chunk of tarball as AsyncIterable<Buffer>) {
    done += chunk.length;
    if (done > bytes) throw new Error(`the tarball is longer than the ${bytes} bytes of the catalogue.`);
    onProgress(done);
    await extraction.write(chunk);
  }
  await extraction.end();
}

interface Packument {
  versions?: Record<string, { dist?: { tarball?: string } } | undefined>;
}

/** Finds the tarball as npm does: the registry names its address. A mirror that repeats npmjs.org's address means its own. */
async function tarballAddress(name: string, version: string, configuration: NpmConfiguration): Promise<string> {
  const { default: fetch } = await import('npm-registry-fetch');
  const headers = { accept: 'application/vnd.npm.install-v1+json; q=1.0, application/json; q=0.8' };
  const packument = (await fetch.json(`/${name.replace('/', '%2f')}`, { ...configuration, spec: name, headers })) as Packument;
  const tarball = packument.versions?.[version]?.dist?.tarball;
  if (tarball === undefined) throw new Error(`the registry has no version ${version} of ${name}.`);
  const found = new URL(tarball);
  if (found.host !== 'registry.npmjs.org' || configuration.replaceRegistryHost === 'never') return tarball;
  const registry = fetch.pickRegistry(name, configuration);
  return `${registry.replace(/\/$/, '')}${found.pathname}`;
}

async function startExtraction(files: readonly PackagedFile[]) {
  const { Parser } = await import('tar');
  const writing: Promise<string>[] = [];
  const wanted = new Map(files.map((file) => [file.path, file]));
  const parser = new Parser({ strict: true, onReadEntry: (entry) => void take(entry) });
  const take = (entry: TarEntry) => {
    // The first folder is the package itself, mostly `package`.
    const file = entry.type === 'File' ? wanted.get(entry.path.replace(/^[^/]+\//, '')) : undefined;
    if (!file) return entry.resume();
    const written = write(entry, file);
    // Awaited only at the end: an earlier rejection must not count as unhandled.
    written.catch(() => undefined);
    return writing.push(written);
  };
  let failure: Error | undefined;
  parser.on('error', (error: Error) => (failure = error));
  return {
    async write(chunk: Buffer): Promise<void> {
      if (failure) throw failure;
      if (!parser.write(chunk)) await Promise.race([once(parser, 'drain'), ...writing.map(rejection)]);
    },
    async end(): Promise<void> {
      const ended = once(parser, 'end');
      parser.end();
      await Promise.race([ended, ...writing.map(rejection)]);
      const found = await Promise.all(writing);
      const missing = files.find(({ path }) => !found.includes(path));
      if (missing) throw new Error(`the package has no file ${missing.path}.`);
    },
  };
}

/** Never settles unless the promise is rejected. */
const rejection = (promise: Promise<unknown>) => new Promise<never>((_, reject) => void promise.catch(reject));

async function write(entry: TarEntry, { path, bytes, target }: PackagedFile): Promise<string> {
  if (entry.size !== bytes) {
    entry.resume();
    throw new Error(`${path} has ${entry.size} bytes, not the ${bytes} of the catalogue.`);
  }
  await mkdir(dirname(target), { recursive: true });
  await pipeline(entry, createWriteStream(target));
  return path;
}
