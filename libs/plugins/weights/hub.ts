import { acceptFile, type FetchOptions, type ModelRepository, type OpenOptions, type WeightSource } from '@percept/sdk/models';
import { createWriteStream, readFileSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { ADD, fetchEach, fetchAddress, describeDownloadFailure, StatusError, type Headers } from './web';

const ENDPOINT = 'https://huggingface.co';
const REPOSITORY = /^hf:([\w.-]+\/[\w.-]+)(?:@([\w./-]+))?$/;
const ADDRESS = /^hf:([\w.-]+\/[\w.-]+)@([\w./-]+?)\/([^@]+)$/;
/** Limit for the description of a repository with all its files. */
const MAX_PAGE_BYTES = 16_000_000;

type Environment = NonNullable<FetchOptions['environment']>;

/** Repository, revision and path of an `hf:` address; undefined for any other address. A catalogue names a commit. */
function readHubAddress(url: string): { repository: string; revision: string; path: string } | undefined {
  const [, repository, revision, path] = ADDRESS.exec(url) ?? [];
  return path === undefined ? undefined : { repository: repository!, revision: revision!, path };
}

/** Files of a repository of the Hugging Face Hub, or of its mirror (`HF_ENDPOINT`). */
export const hub: WeightSource = {
  schemes: ['hf:'],
  problem: (url) =>
    readHubAddress(url) && !url.includes('..') ? undefined : `'${url.slice(0, 100)}' must be hf:OWNER/REPO@REVISION/PATH`,
  async fetch(files, options) {
    try {
      await fetchEach(files, options, ({ url }) => {
        const { repository, revision, path } = readHubAddress(url)!;
        return {
          address: hubFile({ repository, revision, path }, options.environment),
          headers: hubHeaders(options.environment),
        };
      });
    } catch (error) {
      const refused = refusal((error as Error).cause);
      if (refused === undefined) throw error;
      throw new Error(`${(error as Error).message} ${refused}`, { cause: error });
    }
  },
  open: openHub,
};

/** The address of a file on the Hub or its mirror. */
function hubFile(file: { repository: string; revision: string; path: string }, environment: Environment = {}) {
  const { repository, revision, path } = file;
  const at = [repository, 'resolve', encodeURIComponent(revision), ...path.split('/').map(encodeURIComponent)].join('/');
  return `${endpointFrom(environment)}/${at}`;
}

const endpointFrom = ({ HF_ENDPOINT }: Environment) => (HF_ENDPOINT || ENDPOINT).replace(/\/+$/, '');

/** Reads the token as the Hub's own tools do: from HF_TOKEN, or from the file that `hf auth login` writes. */
export function hubHeaders(environment: Environment = {}): Headers {
  const { HF_TOKEN, HF_TOKEN_PATH, HF_HOME, XDG_CACHE_HOME } = environment;
  const home = HF_HOME || join(XDG_CACHE_HOME || join(homedir(), '.cache'), 'huggingface');
  const token = HF_TOKEN || readToken(HF_TOKEN_PATH || join(home, 'token'));
  return token ? { authorization: `Bearer ${token}` } : {};
}

function readToken(file: string): string {
  try {
    return readFileSync(file, 'utf8').trim();
  } catch {
    return '';
  }
}

/** What the user can do when the Hub refuses; undefined for other errors. */
export function refusal(error: unknown): string | undefined {
  if (!(error instanceof StatusError)) return undefined;
  if (error.status === 401 || error.status === 403)
    return "The Hub asks for a token: accept the model's conditions on its page, and set HF_TOKEN to a token that may read it.";
  if (error.status === 404) return 'The Hub does not have it: compare owner, name, revision and path with its page.';
  return undefined;
}

/** The Hub's description of a repository. */
interface HubDescription {
  /** The commit that the revision means now. */
  sha: string;
  cardData?: { license?: string } | null;
  tags?: string[];
  siblings?: { rfilename: string; size?: number; lfs?: { sha256?: string; size?: number } | null }[];
}

const UNREACHABLE = {
  again: ADD.again,
  elsewhere: 'Name a mirror in HF_ENDPOINT, or bring the repository here as a folder and add that.',
};

/** @throws Error that says what went wrong and what to do. */
export async function describeRepository(
  { repository, revision }: { repository: string; revision: string },
  environment: Environment = {},
): Promise<HubDescription> {
  const address = `${endpointFrom(environment)}/api/models/${repository}/revision/${encodeURIComponent(revision)}?blobs=true`;
  try {
    const { body } = await fetchAddress(address, hubHeaders(environment));
    const text = await textFrom(body, MAX_PAGE_BYTES);
    const page = (text.startsWith('{') ? JSON.parse(text) : undefined) as HubDescription | undefined;
    if (typeof page?.sha !== 'string' || !Array.isArray(page.siblings))
      throw new Error('the answer must describe a repository. See whether HF_ENDPOINT names a Hub.');
    return page;
  } catch (error) {
    const reason = refusal(error) ?? describeDownloadFailure(error, UNREACHABLE);
    throw new Error(`Cannot read ${repository}@${revision} from ${new URL(address).host}: ${reason}`, { cause: error });
  }
}

/** @throws Error if the text is longer than `most`. */
export async function textFrom(body: AsyncIterable<Buffer>, most: number): Promise<string> {
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of body) {
    length += chunk.length;
    if (length > most) throw new Error(`the answer is longer than ${most / 1e6} MB.`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}

/** Opens a repository of the Hub at the commit that its revision means now. Later fetches use the same commit. */
async function openHub(address: string, { environment = {} }: OpenOptions): Promise<ModelRepository> {
  const [, repository, revision = 'main'] = REPOSITORY.exec(address) ?? [];
  if (repository === undefined) throw new Error(`'${address}' must be hf:OWNER/REPO or hf:OWNER/REPO@REVISION.`);
  const { sha, siblings = [], cardData, tags = [] } = await describeRepository({ repository, revision }, environment);
  const listed = new Map(
    siblings.map(({ rfilename, size, lfs }) => [rfilename, { bytes: lfs?.size ?? size, sha256: lfs?.sha256 }]),
  );
  if (listed.size < siblings.length) {
    const twice = siblings.find(({ rfilename }, at) => siblings.findIndex((each) => each.rfilename === rfilename) < at)!;
    throw new Error(`${repository} is listed with two files of the name ${twice.rfilename}. Nothing of it was kept.`);
  }
  const tagged = tags.find((tag) => tag.startsWith('license:'))?.slice('license:'.length);
  return {
    address: `hf:${repository}@${sha}`,
    name: repository.slice(repository.indexOf('/') + 1),
    licence: cardData?.license ?? tagged,
    files: new Map([...listed].map(([path, { bytes = 0 }]) => [path, bytes])),
    copy: async (path: string, target: string): Promise<void> => {
      await mkdir(dirname(target), { recursive: true });
      const { bytes, sha256 } = listed.get(path)!;
      if (bytes === undefined || sha256 === undefined) return copySmall({ repository, revision: sha, path }, target, environment);
      const file = { url: `hf:${repository}@${sha}/${path}`, path, bytes, sha256 };
      await hub.fetch([{ file, part: `${target}.part` }], { environment, advice: ADD });
      await acceptFile(file, `${target}.part`, target, ADD.again);
    },
    close: () => Promise.resolve(),
  };
}

/** Limit for files without a digest: texts that git keeps. */
const MAX_SMALL = 64_000_000;

async function copySmall(file: Parameters<typeof hubFile>[0], target: string, environment: Environment): Promise<void> {
  try {
    const { body } = await fetchAddress(hubFile(file, environment), hubHeaders(environment));
    await pipeline([await textFrom(body, MAX_SMALL)], createWriteStream(target));
  } catch (error) {
    throw new Error(`Cannot fetch ${file.path} of ${file.repository}: ${refusal(error) ?? describeDownloadFailure(error, ADD)}`, {
      cause: error,
    });
  }
}
