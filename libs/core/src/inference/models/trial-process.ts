import 'reflect-metadata';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { utimes } from 'node:fs/promises';
import { getPriority, setPriority } from 'node:os';
import { join } from 'node:path';
import { digestOfFile } from './registry/file-digests';
import { prepareModels } from './registry/prepare';
import { readModelRegistry, readProjectModel, type ModelRegistry, type RegisteredModel } from './registry/registry';
import { modelsOfCall } from './call-models';
import { writeWhole } from './registry/write-whole';
import type { ModelTask } from './runtime/model-tasks';
import { openModels } from './open-models';
import type { ProjectTrialRequest, TrialMessage, TrialRequest } from './scan-models';

// The entry of a separate process: a user's model that crashes ends only this process.

const send = (message: TrialMessage) => process.send!(message);

async function runTrials({ paths, known, failed, inPlace }: TrialRequest): Promise<ModelRegistry> {
  if (paths.ownModelsDir) await prepareModels({ ...paths, modelsDir: paths.ownModelsDir, onProblem: () => undefined });
  const registry = readModelRegistry(paths);
  const sound: RegisteredModel[] = [];
  for (const model of registry.models) {
    try {
      if (model.name in failed) throw new Error(failed[model.name]);
      sound.push(model.own ? await tryModel(model, { registry, known, cacheDir: inPlace ? undefined : paths.dataDir }) : model);
    } catch (error) {
      registry.broken.push({ name: model.name, own: true, reason: (error as Error).message });
    }
  }
  return { ...registry, models: sound };
}

interface Trial {
  registry: ModelRegistry;
  known: readonly string[];
  /** Where its copy goes; it is tried in its own place if absent. */
  cacheDir?: string;
}

/**
 * Copies the model to a file that nobody changes any more, and tries it unless that was done before.
 * @throws Error that says why it cannot be used.
 */
async function tryModel(model: RegisteredModel, { registry, known, cacheDir }: Trial): Promise<RegisteredModel> {
  const cached = cacheDir === undefined ? model : { ...model, file: await cachedFile(model, cacheDir) };
  if (known.includes(model.revision)) return cached;
  send({ type: 'trying', name: model.name });
  const others = registry.models.filter(({ name }) => name !== model.name);
  const models = openModels({ registry: { ...registry, models: [...others, cached] } });
  try {
    await models.get(model.manifest.task as ModelTask, model.name);
    await models.warm();
  } finally {
    await models.close();
  }
  return cached;
}

/** @returns why the model of a project cannot be used. */
async function tryOfProject({ paths, project, folder }: ProjectTrialRequest): Promise<string | undefined> {
  const own = readProjectModel(folder, project, paths);
  const [model] = own.models;
  if (!model) return own.broken[0]!.reason;
  const models = openModels({ registry: readModelRegistry(paths) });
  try {
    await modelsOfCall.run(own, () => models.get(model.manifest.task as ModelTask, model.name));
    return undefined;
  } catch (error) {
    return (error as Error).message;
  } finally {
    await models.close();
  }
}

/**
 * Makes a copy named by the digest of its content, so that the worker loads exactly the file that was tried, even if the user
 * overwrites theirs.
 */
async function cachedFile({ name, file, manifest }: RegisteredModel, cacheDir: string): Promise<string> {
  if (manifest.file === undefined) return file;
  // The model's own digest may cover other files, too.
  const digest = digestOfFile(file);
  const cached = join(cacheDir, 'models', name, `${digest.slice(0, 32)}.onnx`);
  if (existsSync(cached)) {
    // Marks the copy as in use: see `pruneCopies`.
    await utimes(cached, new Date(), new Date());
    return cached;
  }
  const bytes = readFileSync(file);
  const actual = createHash('sha256').update(bytes).digest('hex');
  if (actual !== digest) throw new Error(`Model '${name}': ${file} is still being written.`);
  await writeWhole(cached, bytes);
  return cached;
}

const NICER_BY = 10;
const LOWEST_PRIORITY = 19;

/** Lets the service go first. A machine that refuses the priority still tries the models. */
function yieldToService(): void {
  try {
    setPriority(Math.min(LOWEST_PRIORITY, getPriority() + NICER_BY));
  } catch {
    // Only the speed of other work depends on the priority.
  }
}

process.once('message', (request: TrialRequest | ProjectTrialRequest) => {
  yieldToService();
  const work: Promise<TrialMessage> =
    'project' in request
      ? tryOfProject(request).then((reason) => ({ type: 'tried', reason }))
      : runTrials(request).then((registry) => ({ type: 'done', registry }));
  void work.then(
    // The channel must not close before the whole message is written: the end of a long message would be lost.
    (message) => process.send!(message, () => process.disconnect()),
    (error: unknown) => {
      process.stderr.write(`${(error as Error).stack}\n`);
      process.exit(1);
    },
  );
});
