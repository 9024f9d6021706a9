import { dirname, resolve } from 'node:path';
import { DEFAULT_PROJECT, newId, PerceptError, type AllowedPaths, type Clock, type Secrets } from '../../../kernel';
import { currentTraceparent } from '../../../kernel/telemetry';
import type { BucketAccess, ObjectStorageRules } from '../../../durable/object-storage';
import { ExpressionError, type EvaluationContext } from '../../../expressions';
import { checkInputs, type Plan } from '../../language';
import { outputPath, runFolderPath } from '../../outputs';
import { itemSource } from '../../sources';
import type { RunEntity } from '../entities';
import type { FileAccess } from '../file-access';
import { runScope } from '../context/step-scope';
import type { StartOptions } from '../start-options';

interface RunRequest {
  plan: Plan;
  source: string;
  file: string;
  options: StartOptions;
}

interface NewRunContext {
  clock: Clock;
  dataDir: string;
  secrets: Secrets;
  objects: ObjectStorageRules;
  files: FileAccess;
}

/**
 * Makes the row of a new run. Inputs, folders and output paths are checked as far as they are known before the run.
 * @throws PerceptError INVALID_REQUEST, NOT_FOUND, FORBIDDEN.
 */
export async function newRun(
  { plan, source, file, options }: RunRequest,
  { clock, dataDir, secrets, objects, files }: NewRunContext,
): Promise<RunEntity> {
  checkSecrets(plan, secrets, options.payer?.projectId ?? DEFAULT_PROJECT);
  const { roots, base = dirname(file) } = options;
  const row = {
    id: newId('run'),
    project_id: options.payer?.projectId ?? DEFAULT_PROJECT,
    key_id: options.payer?.keyId ?? null,
    pipeline: plan.name,
    revision: plan.revision,
    source,
    file,
    inputs: checkInputs(plan.inputs, options.inputs ?? {}),
    item_limit: options.limit ?? null,
    base: roots ? null : resolve(base),
    roots: roots ? roots.map((root) => resolve(root)) : null,
    status: 'queued' as const,
    claim: null,
    cancel_requested_at: null,
    ...{ total: 0, running: 0, succeeded: 0, failed: 0, cached: 0, result_bytes: 0, ended_before: 0 },
    ...{ crashes: 0, rate: null, rate_updated_at: null },
    created_at: clock.now(),
    ...{
      started_at: null,
      resumed_at: null,
      ended_at: null,
      error: null,
      outputs: null,
      earlier_attempts: null,
      worked_before_ms: 0,
    },
    traceparent: currentTraceparent(),
  };
  const scope = runScope(row);
  const paths = await files.pathsOf(row);
  const buckets = await files.objects(row.project_id, paths);
  await checkSources(plan, { scope, paths, objects: buckets });
  const runFolder = objects.runFolder(row.id) ?? runFolderPath(dataDir, row.id);
  const place = { base: row.base, runFolder, ownFolder: files.ownFolder(row.project_id), objects: buckets };
  for (const output of plan.outputs) {
    await explaining('outputs', () => outputPath(output.path, scope, place));
  }
  return row;
}

function checkSecrets(plan: Plan, secrets: Secrets, projectId: string): void {
  const unset = plan.secrets.find((name) => secrets.get(name, projectId) === undefined);
  if (unset === undefined) return;
  const file = 'the file that PERCEPT_SECRETS_FILE names';
  const operator =
    projectId === DEFAULT_PROJECT
      ? `set PERCEPT_SECRET_${unset}, or add a line ${unset}=… to ${file}`
      : `an operator can set PERCEPT_SECRET_${unset} with ${projectId} in PERCEPT_SECRET_${unset}_PROJECTS and its hosts in PERCEPT_SECRET_${unset}_HOSTS, or add all three to ${file}`;
  const fix = `set it with \`percept secrets set ${unset}\` or PUT /v2/secrets/${unset}; or ${operator}`;
  throw PerceptError.invalid('secrets', `the secret '${unset}' is not set for this project where Percept runs: ${fix}.`);
}

async function checkSources(
  plan: Plan,
  context: { scope: EvaluationContext; paths: AllowedPaths; objects: BucketAccess },
): Promise<void> {
  for (const step of plan.steps) {
    // The items of a source that refers to other steps are known only when these have ended.
    if (step.kind !== 'block' || step.after.length > 0) continue;
    const { source } = step;
    await explaining('inputs', async () => itemSource(source.kind).check?.(source, context));
  }
}

/** A value that does not fit an expression is a mistake in that field. */
async function explaining<T>(field: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw error instanceof ExpressionError ? PerceptError.invalid(field, error.message) : error;
  }
}
