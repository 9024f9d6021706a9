import { realpath } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { PerceptError } from '../../kernel';
import type { EvaluationContext } from '../../expressions';
import { inside } from '../../kernel';
import type { OutputSpec } from '../language';
import { evaluateTemplate } from '../language/syntax';

export interface OutputPlace {
  /** As the pipeline names it. */
  name: string;
  path: string;
}

/** The folder of a run over HTTP; absolute, however the data folder is named. */
export function runFolderPath(dataDir: string, runId: string): string {
  return resolve(dataDir, 'runs', runId);
}

/**
 * Where an output goes: relative to `base`, or, for a run over HTTP, inside the run's own folder.
 * @throws PerceptError INVALID_REQUEST for a path that leads out of the run's folder.
 */
export async function outputPlace(
  sink: OutputSpec,
  scope: EvaluationContext,
  at: { base: string | null; runFolder: string },
): Promise<OutputPlace> {
  const name = evaluateTemplate(sink.path, scope);
  if (typeof name !== 'string' || name === '' || name.includes('\0'))
    throw PerceptError.invalid('outputs', 'a path must be text.');
  if (at.base !== null) return { name, path: resolve(at.base, name) };
  const path = resolve(at.runFolder, name);
  const real = await realOf(dirname(path));
  const folder = await realOf(at.runFolder);
  if (path !== at.runFolder && inside(at.runFolder, path) && inside(folder, real)) return { name, path };
  throw PerceptError.invalid('outputs', `'${name}' leads out of the run's folder: name a relative path without '..'.`);
}

/** The real path of a folder that may not be there yet: that of its nearest parent, and the rest. */
async function realOf(folder: string): Promise<string> {
  const real = await realpath(folder).catch(() => undefined);
  if (real !== undefined || dirname(folder) === folder) return real ?? folder;
  return join(await realOf(dirname(folder)), folder.slice(dirname(folder).length));
}
