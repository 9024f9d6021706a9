import { ModelCatalogue, type ModelEntry } from '@percept/core';
import { Presets, SingleBar } from 'cli-progress';
import { readEnvironment } from '../../platform/config/environment';
import { modelPaths } from '../../inference/models/model-paths';
import { printTable } from '../output/print';
import type { CatalogueRow, ModelStore } from './model-store';
import { isJudged, judgeOn, type OwnImages } from './own-images';

export const catalogueLine = ({ name, task, bytes, licence }: CatalogueRow): string[] => [
  ...[name, task, (bytes / 1e6).toFixed(1), licence],
];

/** Pulls a model and shows the progress. @returns its place. */
export async function pullOne(models: ModelStore, name: string): Promise<string> {
  const bar = new SingleBar(
    { format: `${name} {bar} {percentage}% {value}/{total} bytes`, stream: process.stderr, noTTYOutput: false },
    Presets.shades_classic,
  );
  const onProgress = (done: number, total: number) => (bar.isActive ? bar.update(done) : bar.start(total, done));
  try {
    return await models.pull(name, { onProgress });
  } finally {
    bar.stop();
  }
}

/**
 * Pulls the recommended models of the catalogue, and makes all recommended models the defaults of their tasks, except those that
 * are worse on the user's own images.
 * @throws Error that names the failed ones: then no default changes.
 */
export async function pullRecommended(models: ModelStore, images?: OwnImages): Promise<void> {
  const why = ModelCatalogue.read(modelPaths(readEnvironment())).recommended;
  const before = await models.list();
  const catalogue = (await models.catalogue()).filter(({ name }) => Object.hasOwn(why, name));
  const pulled = new Set(catalogue.map(({ task }) => task));
  const included = before.filter(({ name, task, own }) => Object.hasOwn(why, name) && !own && !pulled.has(task ?? '')).map(asRow);
  printTable(
    ['NAME', 'TASK', 'MB', 'LICENCE', 'WHY'],
    [...catalogue, ...included].map((row) => [...catalogueLine(row), why[row.name]!]),
  );
  const former = (task: string) => before.find((each) => each.task === task && each.default)?.name;
  await pullAll(models, catalogue);
  const replaced: string[] = [];
  for (const row of [...catalogue, ...included]) {
    if (images && (await isWorse(models, row, images))) continue;
    await becomeDefault(models, row, former(row.task));
    if (former(row.task) !== row.name) replaced.push(former(row.task)!);
  }
  if (replaced.length > 0)
    process.stdout.write(`To go back: ${replaced.map((name) => `percept models use ${name}`).join('; ')}\n`);
}

/** @throws Error that names the models that failed: then no default changes. */
async function pullAll(models: ModelStore, rows: readonly CatalogueRow[]): Promise<void> {
  const failures: string[] = [];
  for (const { name } of rows)
    try {
      await pullOne(models, name);
    } catch (error) {
      failures.push(`${name}: ${(error as Error).message}`);
    }
  if (failures.length > 0) throw new Error([...failures, 'No default has changed. Run it again for the rest.'].join('\n'));
}

/** A model that comes with Percept, which needs no download. */
const asRow = ({ name, task, licence }: ModelEntry): CatalogueRow => ({
  ...{ name, task: task ?? '-', licence: licence ?? '-', bytes: 0 },
});

async function isWorse(models: ModelStore, { name, task }: CatalogueRow, images: OwnImages): Promise<boolean> {
  const judged = isJudged(task) ? await judgeOn(images, models, name) : undefined;
  if (judged) process.stdout.write(judged.words);
  if (judged?.isWorse) process.stdout.write(`${name} is worse on your images, so the default for ${task} stays.\n`);
  return judged?.isWorse ?? false;
}

async function becomeDefault(models: ModelStore, { name, task }: CatalogueRow, former?: string): Promise<void> {
  if (former !== name) await models.use(name);
  const set = models.configured(task);
  const isSet = set !== undefined && set !== name;
  const but = isSet ? `, but PERCEPT_DEFAULT_MODELS says ${task}=${set}, which takes precedence` : '';
  process.stdout.write(`${name} is the default for ${task}${but}.\n`);
}
