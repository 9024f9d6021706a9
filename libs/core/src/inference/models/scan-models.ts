import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import type { Manifest } from './manifest/manifest';
import { modelFolders } from './manifest/read';
import { isIntact, keepDigests, recallDigests } from './registry/file-digests';
import { describeModels, type ModelEntry } from './registry/list';
import { readModelRegistry, type ModelRegistry, type RegisteredModel } from './registry/registry';
import { prepareModels, type ModelPaths, type PrepareOptions } from './registry/prepare';

export interface TrialRequest {
  paths: ModelPaths;
  /** Revisions of models that were tried before. */
  known: readonly string[];
  /** Why models cannot be tried at all, by name. */
  failed: Readonly<Record<string, string>>;
  /** See `ScanOptions`. */
  inPlace?: boolean;
}

/** A folder with a model that somebody wants to add to a project. */
export interface ProjectTrialRequest {
  paths: ModelPaths;
  project: string;
  folder: string;
}

export type TrialMessage =
  | { type: 'trying'; name: string }
  | { type: 'done'; registry: ModelRegistry }
  /** Why the project's model cannot be used; absent if it can. */
  | { type: 'tried'; reason?: string };

export interface ScanOptions {
  /** Absolute path of the compiled `libs/core/src/inference/models/trial-process.js`. */
  trialPath: string;
  /** The registry before this scan: unchanged models are not tried again, and models that are broken now keep their old version. */
  before?: ModelRegistry;
  /** Time limit for trying all models, in milliseconds; two minutes when absent. */
  limitMs?: number;
  /** Whether nobody else has the models, so that they are tried where they are: no copy is left of a model that is refused. */
  inPlace?: boolean;
}

/**
 * The models that can be used. Models of the user are first loaded and run once in a separate process, so that a model that crashes
 * ONNX Runtime does not end the service.
 */
export async function scanModels(
  paths: ModelPaths,
  { trialPath, before, limitMs = 120_000, inPlace }: ScanOptions,
): Promise<ModelRegistry> {
  if (!hasOwnModels(paths) && !before) return readModelRegistry(paths);
  const known = before?.models.map(({ revision }) => revision) ?? [];
  const failed: Record<string, string> = {};
  for (;;) {
    const outcome = await runTrial(trialPath, { paths, known, failed, inPlace }, limitMs);
    if ('registry' in outcome) return before ? keepingOld(before, outcome.registry) : outcome.registry;
    if (outcome.trying === undefined || outcome.trying in failed)
      throw new Error(`The models could not be looked through: one of them ${outcome.reason}`);
    failed[outcome.trying] = `Model '${outcome.trying}' ${outcome.reason}`;
  }
}

/** What `scanModels` finds, broken ones too, by name. */
export async function listModels(paths: ModelPaths, options: ScanOptions): Promise<ModelEntry[]> {
  return describeModels(await scanModels(paths, options));
}

/** Loads and runs a model of a project once, where it harms nobody. @returns why it cannot be used, if so. */
export async function tryProjectModel(
  request: ProjectTrialRequest,
  { trialPath, limitMs = 60_000 }: ScanOptions,
): Promise<string | undefined> {
  const child = startTrial(trialPath);
  let tried: { reason?: string } = { reason: 'could not be tried in time.' };
  child.on('message', (message: TrialMessage) => {
    if (message.type === 'tried') tried = message;
  });
  await endOf(child, request, limitMs);
  return tried.reason;
}

/** Returns the usable models, after converting those that are not converted yet or whose converted file was damaged. */
export async function scanPrepared(
  paths: ModelPaths,
  { onProgress, onProblem, unused = [], ...options }: ScanOptions & Pick<PrepareOptions, 'onProgress' | 'onProblem' | 'unused'>,
): Promise<ModelRegistry> {
  const registry = await scanModels(paths, options);
  recallDigests(paths.dataDir);
  const isThere = (file: string, { conversion, rewrite }: Manifest) =>
    conversion || rewrite ? isIntact(file) : existsSync(file);
  const isDone = ({ file, manifest }: RegisteredModel) => unused.includes(manifest.task) || isThere(file, manifest);
  const areDone = registry.models.map(isDone).every(Boolean);
  keepDigests(paths.dataDir);
  if (registry.broken.length === 0 && areDone) return registry;
  await prepareModels({ ...paths, onProgress, onProblem, unused });
  return scanModels(paths, options);
}

function hasOwnModels({ ownModelsDir }: ModelPaths): boolean {
  return ownModelsDir !== undefined && existsSync(ownModelsDir) && modelFolders(ownModelsDir).length > 0;
}

type Outcome = { registry: ModelRegistry } | { trying: string | undefined; reason: string };

async function runTrial(path: string, request: TrialRequest, limitMs: number): Promise<Outcome> {
  const child = startTrial(path);
  let trying: string | undefined;
  let registry: ModelRegistry | undefined;
  child.on('message', (message: TrialMessage) => {
    if (message.type === 'trying') trying = message.name;
    else if (message.type === 'done') registry = message.registry;
  });
  const began = performance.now();
  const [code, signal] = await endOf(child, request, limitMs);
  if (registry) return { registry };
  const how = signal ?? `exit code ${code}`;
  const reason =
    signal === 'SIGKILL' && performance.now() - began >= limitMs
      ? `was loaded and run once, which took longer than ${limitMs / 1000} s, so its process was ended (${how}).`
      : `ended its process (${how}) when it was loaded and run once. It may need more memory than there is.`;
  return { trying, reason: `${reason} Take a smaller model, or a quantized one.` };
}

const startTrial = (path: string): ChildProcess =>
  fork(path, { serialization: 'advanced', execArgv: [], stdio: ['ignore', 'ignore', 'inherit', 'ipc'] });

type ExitStatus = [code: number | null, signal: string | null];

async function endOf(child: ChildProcess, request: TrialRequest | ProjectTrialRequest, limitMs: number): Promise<ExitStatus> {
  const timer = setTimeout(() => child.kill('SIGKILL'), limitMs);
  child.send(request);
  // The child's last message may come after its exit.
  const status = (await once(child, 'close')) as ExitStatus;
  clearTimeout(timer);
  return status;
}

/** Keeps the old version of a model that is broken now, or that is gone but is the configured default. */
function keepingOld(before: ModelRegistry, now: ModelRegistry): ModelRegistry {
  const defaults = Object.values(now.defaults);
  const broken = [...now.broken];
  const kept = before.models.filter(({ name }) => {
    if (now.models.some((model) => model.name === name)) return false;
    if (broken.some((model) => model.name === name)) return true;
    if (!defaults.includes(name)) return false;
    broken.push({
      name,
      own: true,
      reason: `Model '${name}' is gone, but PERCEPT_DEFAULT_MODELS names it: it answers until the next start.`,
    });
    return true;
  });
  return { ...now, models: [...now.models, ...kept], broken };
}
