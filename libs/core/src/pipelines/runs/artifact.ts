import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { basename, resolve, sep } from 'node:path';
import { Readable } from 'node:stream';
import { isS3Url, parseObjectUrl, type ObjectStorageRules } from '../../durable/object-storage';
import { PerceptError, suggest } from '../../kernel';
import { runFolderPath } from '../outputs';
import type { RunResponse } from './entities';

/** A file that a run wrote. */
export interface Artifact {
  /** The last part of its name. */
  name: string;
  /** Bytes. */
  size: number;
  bytes: Readable;
}

/** Where runs keep their files. */
export interface RunFiles {
  dataDir: string;
  objects: ObjectStorageRules;
}

/** An output of an ended run over HTTP, by its name or the last part of it. @throws PerceptError NOT_FOUND. */
export async function openArtifact({ id, outputs }: RunResponse, name: string, files: RunFiles): Promise<Artifact> {
  const found = outputs.find((each) => each.name === name) ?? outputs.find((each) => basename(each.path) === name);
  if (!found) {
    const names = outputs.map((each) => each.name);
    const hint = suggest(name, names) || (names.length > 0 ? ` It has ${names.join(', ')}.` : '');
    throw new PerceptError('NOT_FOUND', `The run has no output '${name}'.${hint}`);
  }
  const { path } = found;
  if (path.startsWith(resolve(runFolderPath(files.dataDir, id)) + sep)) {
    return { name: basename(path), size: (await stat(path)).size, bytes: createReadStream(path) };
  }
  const { objects } = files;
  if (path.startsWith(`${objects.runFolder(id)}/`)) {
    const at = parseObjectUrl(path);
    const { size, etag } = await objects.storage.head(at);
    return { name: basename(path), size, bytes: Readable.from(objects.storage.read(at, { etag }), { objectMode: false }) };
  }
  const writer = isS3Url(path) ? 'The run' : 'The command line';
  throw new PerceptError('NOT_FOUND', `${writer} wrote it to ${path}, which the service does not serve.`);
}
