import { realpath } from 'node:fs/promises';
import { basename, dirname, isAbsolute, join, posix, resolve } from 'node:path';
import type { EvaluationContext } from '../../expressions';
import { isS3Url, type BucketAccess } from '../../durable/object-storage';
import { inside, PerceptError } from '../../kernel';
import { evaluateTemplate, type Template } from '../syntax';

interface OutputPath {
  /** The path as the pipeline names it. */
  name: string;
  /** Absolute, or `s3://bucket/key`. */
  path: string;
}

/** Where a run may write. */
export interface OutputPlace {
  /** The base of relative paths; null for a run over HTTP. */
  base: string | null;
  /** The run's own folder, or `s3://bucket/prefix` if object storage replaces it. */
  runFolder: string;
  /** The folder of the run's project, as an absolute path. */
  ownFolder: string;
  objects: BucketAccess;
}

/** The folder of a run over HTTP, as an absolute path. */
export function runFolderPath(dataDir: string, runId: string): string {
  return resolve(dataDir, 'runs', runId);
}

/**
 * The path of an output. It is relative to `base`. For a run over HTTP it is inside the run's own folder, or inside the project's
 * folder if it is absolute or begins with the project's id. It may also be an object.
 * @throws PerceptError INVALID_REQUEST for a path that leads out of these folders, FORBIDDEN for a bucket.
 */
export async function outputPath(template: Template, scope: EvaluationContext, at: OutputPlace): Promise<OutputPath> {
  const name = evaluateTemplate(template, scope);
  if (typeof name !== 'string' || name === '' || name.includes('\0'))
    throw PerceptError.invalid('outputs', 'a path must be text.');
  if (isS3Url(name)) {
    at.objects.object(name, 'outputs');
    return { name, path: name };
  }
  if (at.base !== null) return { name, path: resolve(at.base, name) };
  const id = basename(at.ownFolder);
  if (isAbsolute(name) || name.startsWith(`${id}/`)) {
    const path = resolve(dirname(at.ownFolder), name);
    if (await isTrulyInside(at.ownFolder, path)) return { name, path };
    throw leadsOut(name, id);
  }
  if (isS3Url(at.runFolder)) return { name, path: `${at.runFolder}/${relativeKey(name, id)}` };
  const path = resolve(at.runFolder, name);
  if (await isTrulyInside(at.runFolder, path)) return { name, path };
  throw leadsOut(name, id);
}

/** Whether the path is inside the folder once links are resolved. */
async function isTrulyInside(folder: string, path: string): Promise<boolean> {
  if (path === folder || !inside(folder, path)) return false;
  return inside(await realPathOf(folder), await realPathOf(dirname(path)));
}

/** @throws PerceptError INVALID_REQUEST for a path that leads out. */
function relativeKey(name: string, id: string): string {
  const key = posix.normalize(name);
  if (/^(\/|\.\.?(\/|$))/.test(key) || key.endsWith('/')) throw leadsOut(name, id);
  return key;
}

const leadsOut = (name: string, id: string): PerceptError =>
  PerceptError.invalid(
    'outputs',
    `'${name}' is outside the folders for outputs. Use a relative path without '..', or begin it with '${id}/' for the project's folder.`,
  );

/** The real path of a folder. If the folder does not exist yet: the real path of its nearest parent, plus the rest. */
async function realPathOf(folder: string): Promise<string> {
  const real = await realpath(folder).catch(() => undefined);
  if (real !== undefined || dirname(folder) === folder) return real ?? folder;
  return join(await realPathOf(dirname(folder)), folder.slice(dirname(folder).length));
}
