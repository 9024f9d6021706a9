import { dirname, resolve } from 'node:path';
import { DEFAULT_ACCOUNT, newId, PerceptError, type Clock } from '../kernel';
import { ExpressionError, type Scope } from './cel';
import { filePatterns } from './files';
import { checkInputs } from './inputs';
import { outputPlace, runFolderOf } from './output-paths';
import { isFolder, Places } from './places';
import type { Plan } from './plan';
import type { StartOptions } from './pipelines';
import { runScope } from './run-scope';
import type { RunRow } from './run.entity';

export interface Starting {
  plan: Plan;
  source: string;
  file: string;
  options: StartOptions;
}

/**
 * The row of a new run. What can be known of its inputs, folders and outputs is checked before it is accepted.
 * @throws PerceptError INVALID_REQUEST, NOT_FOUND, FORBIDDEN.
 */
export async function newRun(
  { plan, source, file, options }: Starting,
  { clock, dataDir }: { clock: Clock; dataDir: string },
): Promise<RunRow> {
  const { roots, base = dirname(file) } = options;
  const row = {
    id: newId('run'),
    account_id: options.payer?.accountId ?? DEFAULT_ACCOUNT,
    key_id: options.payer?.keyId ?? null,
    pipeline: plan.name,
    revision: plan.revision,
    source,
    file,
    inputs: checkInputs(plan.inputs, options.inputs ?? {}),
    base: roots ? null : resolve(base),
    roots: roots ? roots.map((root) => resolve(root)) : null,
    status: 'queued' as const,
    claim: null,
    cancel_at: null,
    ...{ total: 0, running: 0, succeeded: 0, failed: 0, ended_before: 0 },
    created_at: clock.now(),
    ...{ started_at: null, resumed_at: null, ended_at: null, error: null, outputs: null },
  };
  const scope = runScope(row);
  await checkFolders(plan, scope, await Places.of({ base: row.base ?? '.', roots: row.roots ?? undefined }));
  const runFolder = runFolderOf(dataDir, row.id);
  for (const sink of plan.outputs) await fitting('outputs', () => outputPlace(sink, scope, { base: row.base, runFolder }));
  return row;
}

async function checkFolders(plan: Plan, scope: Scope, places: Places): Promise<void> {
  for (const step of plan.steps) {
    // What refers to other steps is known, and checked, only when they have ended.
    if (step.kind !== 'block' || step.after.length > 0 || !('files' in step.source)) continue;
    const { files } = step.source;
    for (const { folder } of await fitting('inputs', async () => filePatterns(files, scope))) {
      const real = await places.find(folder);
      if (!(await isFolder(real))) throw PerceptError.invalid('inputs', `${folder} is no folder.`);
    }
  }
}

async function fitting<T>(field: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw error instanceof ExpressionError ? PerceptError.invalid(field, error.message) : error;
  }
}
