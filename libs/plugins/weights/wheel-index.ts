import type { FetchOptions } from '@percept/sdk/models';
import { outboundFailure } from '@percept/sdk/pipelines';
import { decode } from 'html-entities';
import { readPipConfiguration } from './pip-configuration';
import { textFrom } from './hub';
import { fetchAddress, StatusError, type Headers } from './web';

/** A wheel that an index lists. */
export interface ListedWheel {
  filename: string;
  url: string;
  /** SHA-256 of the whole wheel in hex, where the index states it. */
  sha256?: string;
  /** Headers for requests to its address. */
  headers: Headers;
}

const ADDRESS = /^pypi:([\w.-]+)@([\w.+!-]+)\/(.+)$/;
/** Accepts the newest form of an index, and the oldest. */
const ACCEPT = 'application/vnd.pypi.simple.v1+json, application/vnd.pypi.simple.v1+html;q=0.2, text/html;q=0.1';
/** Some projects have thousands of files. */
const MAX_PAGE_BYTES = 64_000_000;

/** Project, version and path of a `pypi:` address; undefined for any other address. */
export function readWheelAddress(url: string): { project: string; version: string; path: string } | undefined {
  const [, project, version, path] = ADDRESS.exec(url) ?? [];
  return path === undefined ? undefined : { project: project!, version: version!, path };
}

const normalized = (project: string) => project.toLowerCase().replace(/[-_.]+/g, '-');

/**
 * Finds the wheel of a version in the indexes that pip is configured for; prefers the wheel for every platform.
 * @throws Error that says what went wrong and what to do.
 */
export async function findWheel(
  project: string,
  version: string,
  environment?: FetchOptions['environment'],
): Promise<ListedWheel> {
  const { indexes } = readPipConfiguration(environment);
  for (const index of indexes) {
    const wheels = (await listFiles(index, project)).filter((file) => isOfVersion(file.filename, project, version));
    const found = wheels.find(({ filename }) => filename.endsWith('-none-any.whl')) ?? wheels[0];
    if (found) return found;
  }
  const hosts = indexes.map((index) => new URL(index).host).join(', ');
  throw new Error(`${hosts} has no wheel of ${project} ${version}. Compare name and version, or see 'pip config list'.`);
}

/** `NAME-VERSION-PYTHON-ABI-PLATFORM.whl`, sometimes with a build number. */
function isOfVersion(filename: string, project: string, version: string): boolean {
  const [name, found, ...tags] = filename.replace(/\.whl$/, '').split('-');
  const isWheel = filename.endsWith('.whl') && tags.length >= 3;
  return isWheel && normalized(name!) === normalized(project) && found!.toLowerCase() === version.toLowerCase();
}

async function listFiles(index: string, project: string): Promise<ListedWheel[]> {
  const { address, headers } = withoutSecret(`${index.replace(/\/+$/, '')}/${normalized(project)}/`);
  try {
    const answer = await fetchAddress(address, { ...headers, accept: ACCEPT });
    const text = await textFrom(answer.body, MAX_PAGE_BYTES);
    const type = String(answer.headers['content-type'] ?? '');
    const files = type.includes('json') ? filesOfJson(text) : filesOfHtml(text);
    return files.map((file) => absolute(file, answer.url, headers)).sort((a, b) => a.filename.localeCompare(b.filename));
  } catch (error) {
    if (error instanceof StatusError && error.status === 404) return [];
    if ((error as Error).message.endsWith('.')) throw error;
    const { host } = new URL(address);
    const why = `the index at ${host} cannot be read: ${outboundFailure(error).reason}`;
    throw new Error(`${why}. 'pip config list' says which index it is.`, { cause: error });
  }
}

/** As in pip, the address holds name and password. They are sent only to its host. */
function withoutSecret(index: string): { address: string; headers: Headers } {
  const url = new URL(index);
  if (!url.username) return { address: url.href, headers: {} };
  const secret = [url.username, url.password].map(decodeURIComponent).join(':');
  Object.assign(url, { username: '', password: '' });
  return { address: url.href, headers: { authorization: `Basic ${Buffer.from(secret).toString('base64')}` } };
}

type Listed = Omit<ListedWheel, 'headers'>;

function filesOfJson(text: string): Listed[] {
  const { files = [] } = JSON.parse(text) as { files?: { filename: string; url: string; hashes?: { sha256?: string } }[] };
  return files.map(({ filename, url, hashes }) => ({ filename, url, sha256: hashes?.sha256 }));
}

/** Reads the link of each file. The digest follows the link's `#`. */
function filesOfHtml(text: string): Listed[] {
  return [...text.matchAll(/<a\s[^>]*?\bhref\s*=\s*(?:"([^"]*)"|'([^']*)')[^>]*>([^<]*)<\/a>/gi)].map((link) => {
    const url = decode(link[1] ?? link[2] ?? '');
    return { filename: decode(link[3] ?? '').trim(), url, sha256: /#sha256=([0-9a-f]{64})$/.exec(url)?.[1] };
  });
}

function absolute({ filename, url, sha256 }: Listed, page: string, headers: Headers): ListedWheel {
  const address = new URL(url, page);
  address.hash = '';
  return { filename, sha256, url: address.href, headers: address.origin === new URL(page).origin ? headers : {} };
}
