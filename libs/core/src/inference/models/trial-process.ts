import 'reflect-metadata';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { utimes } from 'node:fs/promises';
import { getPriority, setPriority } from 'node:os';
import { join } from 'node:path';
import { prepareModels } from './registry/prepare';
import { readModelRegistry, type ModelRegistry, type RegisteredModel } from './registry/registry';
import { writeWhole } from './registry/write-whole';
import type { ModelTask } from './runtime/model-tasks';
import { openModels } from './open-models';
import type { TrialMessage, TrialRequest } from './scan-models';

// The entry of a process of its own: a model of the user's may end it, and harms nobody but itself.

const tell = (news: TrialMessage) => process.send!(news);

async function takeStock({ places, known, hopeless }: TrialRequest): Promise<ModelRegistry> {
  if (places.ownModelsDir) await prepareModels({ ...places, modelsDir: places.ownModelsDir, onProblem: () => undefined });
  const stock = readModelRegistry(places);
  const sound: RegisteredModel[] = [];
  for (const model of stock.models) {
    try {
      if (model.name in hopeless) throw new Error(hopeless[model.name]);
      sound.push(model.own ? await tried(model, { stock, known, cacheDir: places.dataDir }) : model);
    } catch (error) {
      stock.broken.push({ name: model.name, own: true, reason: (error as Error).message });
    }
  }
  return { ...stock, models: sound };
}

interface Trial {
  stock: ModelRegistry;
  known: readonly string[];
  cacheDir: string;
}

/** The model with a file that nobody changes any more. @throws Error that says why it cannot be used. */
async function tried(model: RegisteredModel, { stock, known, cacheDir }: Trial): Promise<RegisteredModel> {
  const kept = { ...model, file: await keptFile(model, cacheDir) };
  if (known.includes(model.revision)) return kept;
  tell({ news: 'trying', name: model.name });
  const others = stock.models.filter(({ name }) => name !== model.name);
  const models = openModels({ stock: { ...stock, models: [...others, kept] } });
  try {
    await models.get(model.manifest.task as ModelTask, model.name);
    await models.warm();
  } finally {
    await models.close();
  }
  return kept;
}

/** A copy by the digest of its content, so that the worker that loads it reads what was tried, whatever the user writes. */
async function keptFile({ name, file, digest, manifest }: RegisteredModel, cacheDir: string): Promise<string> {
  if (manifest.file === undefined) return file;
  const kept = join(cacheDir, 'models', name, `${digest.slice(0, 32)}.onnx`);
  if (existsSync(kept)) {
    // Taken up again: see `pruneCopies`.
    await utimes(kept, new Date(), new Date());
    return kept;
  }
  const bytes = readFileSync(file);
  const found = createHash('sha256').update(bytes).digest('hex');
  if (manifest.head === undefined && found !== digest) throw new Error(`Model '${name}': ${file} is still being written.`);
  await writeWhole(kept, bytes);
  return kept;
}

const NICER_BY = 10;
const LOWEST_PRIORITY = 19;

/** Lets the service answer first. A machine that refuses this still gets its models tried. */
function yieldToService(): void {
  try {
    setPriority(Math.min(LOWEST_PRIORITY, getPriority() + NICER_BY));
  } catch {
    // Only the speed of others depends on it.
  }
}

process.once('message', (orders: TrialRequest) => {
  yieldToService();
  void takeStock(orders).then(
    (stock) => {
      tell({ news: 'taken', stock });
      process.disconnect();
    },
    (error: unknown) => {
      process.stderr.write(`${(error as Error).stack}\n`);
      process.exit(1);
    },
  );
});
