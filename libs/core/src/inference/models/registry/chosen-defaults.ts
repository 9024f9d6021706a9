import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { PerceptError } from '../../../kernel';
import { whyFixed } from '../manifest/manifest';
import { writeWhole } from './write-whole';

const FILE = 'defaults.json';

/** The models chosen with `percept models use`, by task; empty if nobody chose. @throws Error if the file is not readable. */
export function readChosenDefaults(ownModelsDir: string | undefined): Record<string, string> {
  if (ownModelsDir === undefined) return {};
  const file = join(ownModelsDir, FILE);
  try {
    const chosen = JSON.parse(readFileSync(file, 'utf8')) as Record<string, unknown>;
    return Object.fromEntries(Object.entries(chosen).filter((pair): pair is [string, string] => typeof pair[1] === 'string'));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return {};
    throw new Error(`${file} cannot be read: ${(error as Error).message}. Remove it and run 'percept models use NAME' again.`, {
      cause: error,
    });
  }
}

/**
 * Makes a model the default of its task from now on. A running service switches to it.
 * @throws PerceptError CONFLICT for a task that always has the same model.
 */
export async function chooseDefault(ownModelsDir: string, task: string, name: string): Promise<void> {
  const fixed = whyFixed(task);
  if (fixed !== undefined) throw new PerceptError('CONFLICT', fixed);
  const chosen = { ...readChosenDefaults(ownModelsDir), [task]: name };
  await writeWhole(join(ownModelsDir, FILE), Buffer.from(`${JSON.stringify(chosen, null, 2)}\n`));
}
