import { fork } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readdirSync } from 'node:fs';
import { readModelRegistry, type ModelRegistry } from './registry/registry';
import type { ModelPaths } from './registry/prepare';

export interface TrialRequest {
  places: ModelPaths;
  /** Revisions that were tried before. */
  known: readonly string[];
  /** Why models cannot be tried at all, by name. */
  hopeless: Readonly<Record<string, string>>;
}

export type TrialMessage = { news: 'trying'; name: string } | { news: 'taken'; stock: ModelRegistry };

export interface ScanOptions {
  /** Absolute path of the compiled `libs/core/src/inference/models/trial-process.js`. */
  trialPath: string;
  /** What there was before: what is unchanged is not tried again, and what is broken now stays as it was. */
  before?: ModelRegistry;
  /** Longest time for trying all of them, in milliseconds; two minutes when absent. */
  limitMs?: number;
}

/**
 * The models that can be used. Those of the user are loaded and run once before, in a process of their own: ONNX Runtime
 * never runs on the thread that serves, and a model that crashes it is a broken model and nothing more.
 */
export async function scanModels(
  places: ModelPaths,
  { trialPath, before, limitMs = 120_000 }: ScanOptions,
): Promise<ModelRegistry> {
  if (!hasOwnModels(places) && !before) return readModelRegistry(places);
  const known = before?.models.map(({ revision }) => revision) ?? [];
  const hopeless: Record<string, string> = {};
  for (;;) {
    const outcome = await runTrial(trialPath, { places, known, hopeless }, limitMs);
    if ('stock' in outcome) return before ? keepingOld(before, outcome.stock) : outcome.stock;
    if (outcome.trying === undefined || outcome.trying in hopeless)
      throw new Error(`The models could not be looked through: ${outcome.reason}.`);
    hopeless[outcome.trying] = `Model '${outcome.trying}' ${outcome.reason} when it was loaded and run once.`;
  }
}

function hasOwnModels({ ownModelsDir }: ModelPaths): boolean {
  return ownModelsDir !== undefined && existsSync(ownModelsDir) && readdirSync(ownModelsDir).length > 0;
}

type Outcome = { stock: ModelRegistry } | { trying: string | undefined; reason: string };

async function runTrial(path: string, orders: TrialRequest, limitMs: number): Promise<Outcome> {
  const child = fork(path, { serialization: 'advanced', execArgv: [], stdio: ['ignore', 'ignore', 'inherit', 'ipc'] });
  let trying: string | undefined;
  let stock: ModelRegistry | undefined;
  child.on('message', (news: TrialMessage) => {
    if (news.news === 'trying') trying = news.name;
    else stock = news.stock;
  });
  const timer = setTimeout(() => child.kill('SIGKILL'), limitMs);
  child.send(orders);
  const [code, signal] = (await once(child, 'exit')) as [number | null, string | null];
  clearTimeout(timer);
  if (stock) return { stock };
  return { trying, reason: `ended its process (${signal ?? `exit code ${code}`})` };
}

/** A model that is broken now, or that is the configured default and gone, stays as it was. */
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
