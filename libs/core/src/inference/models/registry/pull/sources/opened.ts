import { createWriteStream } from 'node:fs';
import { copyFile, mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { acceptFile, digestOf } from '../checked-file';
import { describeRepository, hub, hubFile, hubHeaders, refusal, textFrom } from './hub';
import { ADD, get, reasonOf } from './web';
import { openWholeWheel } from './wheel';
import { findWheel } from './wheel-index';
import type { FetchOptions } from './source';

export type Environment = NonNullable<FetchOptions['environment']>;

/** Opens a repository of the Hub at the commit that its revision means now. Later fetches use the same commit. */
export async function openHub(asked: { repository: string; revision: string }, environment: Environment) {
  const { repository } = asked;
  const { sha, siblings = [], cardData, tags = [] } = await describeRepository(asked, environment);
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
    const { body } = await get(hubFile(file, environment), hubHeaders(environment));
    await pipeline([await textFrom(body, MAX_SMALL)], createWriteStream(target));
  } catch (error) {
    throw new Error(`Cannot fetch ${file.path} of ${file.repository}: ${refusal(error) ?? reasonOf(error, ADD)}`, {
      cause: error,
    });
  }
}

/** An ONNX file is a protobuf message, which has at most 2 GB. */
const MAX_NETWORK = 2 ** 31;

/**
 * Downloads a network from a web address; its size is known only afterwards. @param sha256 the digest that the user gives, if any.
 */
export async function openAddress(address: string, sha256?: string) {
  const { origin, pathname } = new URL(address);
  const name = decodeURIComponent(pathname.slice(pathname.lastIndexOf('/') + 1));
  const folder = await mkdtemp(join(tmpdir(), 'percept-network-'));
  const remove = () => rm(folder, { recursive: true, force: true });
  const file = join(folder, 'net.onnx');
  try {
    const bytes = await fetchWhole(address, file);
    const found = await digestOf(file);
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
    throw new Error(`Cannot fetch ${name} from ${origin}: ${reasonOf(error, ADD)}`, { cause: error });
  }
}

async function fetchWhole(address: string, file: string): Promise<number> {
  const { body } = await get(address);
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

/**
 * Opens a wheel that is fetched whole, so that the index's digest covers each of its files.
 * @param folder of the wheel; all of it if absent.
 */
export async function openIndexedWheel(
  { project, version, folder = '' }: { project: string; version: string; folder?: string },
  environment: Environment,
) {
  try {
    const wheel = await openWholeWheel(await findWheel(project, version, environment));
    const prefix = folder && `${folder.replace(/\/$/, '')}/`;
    const own = [...wheel.files].filter(([path]) => path.startsWith(prefix));
    return {
      address: `pypi:${project}@${version}${folder && `/${folder}`}`,
      name: folder.split('/').findLast(Boolean) ?? project,
      files: new Map(own.map(([path, { bytes }]) => [path.slice(prefix.length), bytes])),
      copy: async (path: string, target: string): Promise<void> => {
        await mkdir(dirname(target), { recursive: true });
        await pipeline(await wheel.open(prefix + path), createWriteStream(target));
      },
      close: () => wheel.close(),
    };
  } catch (error) {
    throw new Error(`Cannot open the wheel of ${project} ${version}: ${reasonOf(error, ADD)}`, { cause: error });
  }
}
