import { dirname, resolve } from 'node:path';
import { DEFAULT_ACCOUNT, newId, PerceptError, type Clock, type Secrets } from '../../kernel';
import { ExpressionError, type EvaluationContext } from '../../expressions';
import { filePatterns } from '../sources';
import { checkInputs } from '../language';
import { outputPlace, runFolderPath } from '../outputs';
import { isFolder, AllowedPaths } from '../../kernel';
import type { Plan, Source } from '../language';
import type { StartOptions } from './pipelines';
import { runScope } from './run-scope';
import { evaluateTemplate } from '../language/syntax';
import type { RunEntity } from './entities/run.entity';

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
  { clock, dataDir, secrets }: { clock: Clock; dataDir: string; secrets: Secrets },
): Promise<RunEntity> {
  const unset = plan.secrets.find((name) => secrets.get(name) === undefined);
  if (unset !== undefined) {
    const where = `set PERCEPT_SECRET_${unset}, or a line ${unset}=… in the file that PERCEPT_SECRETS_FILE names`;
    throw PerceptError.invalid('secrets', `the secret '${unset}' is not set where Percept runs: ${where}.`);
  }
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
    ...{ total: 0, running: 0, succeeded: 0, failed: 0, cached: 0, ended_before: 0, crashes: 0, rate: null, rate_at: null },
    created_at: clock.now(),
    ...{ started_at: null, resumed_at: null, ended_at: null, error: null, outputs: null },
  };
  const scope = runScope(row);
  await checkFolders(plan, scope, await AllowedPaths.of({ base: row.base ?? '.', roots: row.roots ?? undefined }));
  const runFolder = runFolderPath(dataDir, row.id);
  for (const sink of plan.outputs) await fitting('outputs', () => outputPlace(sink, scope, { base: row.base, runFolder }));
  return row;
}

async function checkFolders(plan: Plan, scope: EvaluationContext, places: AllowedPaths): Promise<void> {
  for (const step of plan.steps) {
    // What refers to other steps is known, and checked, only when they have ended.
    if (step.kind !== 'block' || step.after.length > 0) continue;
    const { source } = step;
    await checkFile(source, scope, places);
    if (!('files' in source)) continue;
    const { files } = source;
    for (const { folder } of await fitting('inputs', async () => filePatterns(files, scope))) {
      const real = await places.resolve(folder);
      if (!(await isFolder(real))) throw PerceptError.invalid('inputs', `${folder} is no folder.`);
    }
  }
}

async function checkFile(source: Source, scope: EvaluationContext, places: AllowedPaths): Promise<void> {
  const template = 'csv' in source ? source.csv : 'jsonl' in source ? source.jsonl : undefined;
  if (!template) return;
  const path = await fitting('inputs', async () => evaluateTemplate(template, scope));
  if (typeof path !== 'string' || path === '') throw PerceptError.invalid('inputs', 'the path of a file must be text.');
  if (await isFolder(await places.resolve(path)))
    throw PerceptError.invalid('inputs', `${path} is a folder, and a file is needed.`);
}

async function fitting<T>(field: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw error instanceof ExpressionError ? PerceptError.invalid(field, error.message) : error;
  }
}
