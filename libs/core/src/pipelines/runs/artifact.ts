import { createReadStream } from 'node:fs';
import { realpath, stat } from 'node:fs/promises';
import { basename, join, resolve, sep } from 'node:path';
import { Readable } from 'node:stream';
import { isS3Url, parseObjectUrl, type ObjectStorageRules } from '../../durable/object-storage';
import { PerceptError, suggest } from '../../kernel';
import { mediaTypeOfOutput, runFolderPath } from '../outputs';
import { TEXTS } from './context/large-text';
import type { RunResponse } from './entities';

/** A file that a run wrote. */
export interface Artifact {
  /** The last part of the file's path. */
  name: string;
  /** The file's media type, derived from its name. */
  type: string;
  /** The size in bytes. */
  size: number;
  bytes: Readable;
}

/** Where runs keep their files. */
export interface RunFiles {
  dataDir: string;
  objects: ObjectStorageRules;
}

interface ArtifactPlaces extends RunFiles {
  /** The folder of the run's project. */
  ownFolder: string;
}

/**
 * Opens an output of an ended run over HTTP, by its name or the last part of its path, or a large text that an item keeps in a
 * file.
 * @throws PerceptError NOT_FOUND.
 */
export async function openArtifact({ id, outputs }: RunResponse, name: string, files: ArtifactPlaces): Promise<Artifact> {
  const found = outputs.find((each) => each.name === name) ?? outputs.find((each) => basename(each.path) === name);
  if (!found) {
    const text = await openText(id, name, files);
    if (text) return text;
    const names = outputs.map((each) => each.name);
    const hint = suggest(name, names) || (names.length > 0 ? ` It has ${names.join(', ')}.` : '');
    throw new PerceptError('NOT_FOUND', `The run has no output '${name}'.${hint}`);
  }
  const { path } = found;
  if (path.startsWith(resolve(runFolderPath(files.dataDir, id)) + sep)) return openFile(path);
  if (await isOf(files.ownFolder, path)) return openFile(path);
  if (path.startsWith(`${files.objects.runFolder(id)}/`)) return openObject(path, files);
  const writer = isS3Url(path) ? 'The run' : 'The command line';
  throw new PerceptError('NOT_FOUND', `${writer} wrote it to ${path}, which the service does not serve.`);
}

/** A later run, or somebody else, may have replaced the file. */
async function isOf(folder: string, path: string): Promise<boolean> {
  const [real, inside] = await Promise.all([path, folder].map((each) => realpath(each).catch(() => undefined)));
  return real !== undefined && inside !== undefined && real.startsWith(inside + sep);
}

/** Percept makes such a name, so it leads to no other folder. @returns undefined if there is no such text. */
async function openText(id: string, name: string, files: RunFiles): Promise<Artifact | undefined> {
  if (!/^[\w-]+\.txt$/.test(name)) return undefined;
  const shared = files.objects.runFolder(id);
  const found = shared
    ? openObject(`${shared}/${TEXTS}/${name}`, files)
    : openFile(join(runFolderPath(files.dataDir, id), TEXTS, name));
  return found.catch(() => undefined);
}

const named = (path: string) => ({ name: basename(path), type: mediaTypeOfOutput(path) });

async function openFile(path: string): Promise<Artifact> {
  return { ...named(path), size: (await stat(path)).size, bytes: createReadStream(path) };
}

async function openObject(url: string, { objects }: RunFiles): Promise<Artifact> {
  const at = parseObjectUrl(url);
  const { size, etag } = await objects.storage.head(at);
  return { ...named(url), size, bytes: Readable.from(objects.storage.read(at, { etag }), { objectMode: false }) };
}
