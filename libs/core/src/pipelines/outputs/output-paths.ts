import { realpath } from 'node:fs/promises';
import { dirname, join, posix, resolve } from 'node:path';
import type { EvaluationContext } from '../../expressions';
import { isS3Url, type BucketAccess } from '../../durable/object-storage';
import { inside, PerceptError } from '../../kernel';
import { evaluateTemplate, type Template } from '../language/syntax';

export interface OutputPath {
  /** As the pipeline names it. */
  name: string;
  /** Absolute, or `s3://bucket/key`. */
  path: string;
}

/** Where a run may write. */
export interface OutputPlace {
  /** What relative paths count from; null for a run over HTTP. */
  base: string | null;
  /** The run's own folder, or `s3://bucket/prefix` in its place. */
  runFolder: string;
  objects: BucketAccess;
}

/** The folder of a run over HTTP, as an absolute path. */
export function runFolderPath(dataDir: string, runId: string): string {
  return resolve(dataDir, 'runs', runId);
}

/**
 * The path of an output: relative to `base`, or, for a run over HTTP, inside the run's own folder; or an object.
 * @throws PerceptError INVALID_REQUEST for a path that leads out of the run's folder, FORBIDDEN for a bucket.
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
  if (isS3Url(at.runFolder)) return { name, path: `${at.runFolder}/${relativeKey(name)}` };
  const path = resolve(at.runFolder, name);
  const real = await realPathOf(dirname(path));
  const folder = await realPathOf(at.runFolder);
  if (path !== at.runFolder && inside(at.runFolder, path) && inside(folder, real)) return { name, path };
  throw leadsOut(name);
}

/** @throws PerceptError INVALID_REQUEST for a path that is absolute or leads out. */
function relativeKey(name: string): string {
  const key = posix.normalize(name);
  if (/^(\/|\.\.?(\/|$))/.test(key) || key.endsWith('/')) throw leadsOut(name);
  return key;
}

const leadsOut = (name: string): PerceptError =>
  PerceptError.invalid('outputs', `'${name}' leads out of the run's folder: use a relative path without '..'.`);

/** The real path of a folder. For a folder that does not exist yet: that of its nearest parent, and the rest. */
async function realPathOf(folder: string): Promise<string> {
  const real = await realpath(folder).catch(() => undefined);
  if (real !== undefined || dirname(folder) === folder) return real ?? folder;
  return join(await realPathOf(dirname(folder)), folder.slice(dirname(folder).length));
}
