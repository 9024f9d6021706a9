import {
  type CatalogueModel,
  catalogueModel,
  chooseDefault,
  type Config,
  listModels,
  type ModelRegistry,
  prepareModels,
  pullBytes,
  pullModel,
  readCatalogue,
  readRecommended,
  RECOMMENDED,
  type Recommended,
  scanModels,
  suggest,
} from '@percept/core';
import { Presets, SingleBar } from 'cli-progress';
import type { Command } from 'commander';
import { modelPaths, TRIAL_PROCESS } from '../models/model-paths';
import { reportPreparation } from '../lifecycle/welcome';
import { readEnvironment } from '../config/environment';
import { CommandError } from './output/command-error';
import { printJson, printTable } from './output/print';

const EXAMPLE = 'percept models pull yolox-nano && percept models use yolox-nano';
const USE_HELP = `
The choice is in defaults.json of your models folder. A service on this data folder goes over to it while it runs.
PERCEPT_DEFAULT_MODELS goes before it.`;

export function addModelCommands(program: Command): void {
  const models = program.command('models').description('models: list, pull, use, prepare');
  models
    .command('list')
    .description('lists the models with their task, version and licence')
    .option('--json', 'as JSON')
    .addHelpText(
      'after',
      "\nExamples:\n  $ percept models list\n  $ percept models list --json | jq -r '.[] | select(.default) | .name'",
    )
    .action(list);
  models
    .command('pull [name]')
    .description(
      'downloads a model of the catalogue, or those `recommended`, into your models folder; without a name, lists the catalogue',
    )
    .addHelpText('after', `\nExamples:\n  $ percept models pull\n  $ percept models pull recommended\n  $ ${EXAMPLE}`)
    .action(pull);
  models
    .command('use')
    .description('makes a model the default of its task: it answers when a request names none')
    .argument('<name>', 'a model on hand, as listed')
    .option('--json', 'the model as JSON')
    .addHelpText('after', `${USE_HELP}\n\nExamples:\n  $ percept models use ocr-european\n  $ ${EXAMPLE}`)
    .action(use);
  models
    .command('prepare')
    .description('converts the models that came with npm into ONNX files in the data folder (serve does this too)')
    .addHelpText('after', '\nExample, while an image is built:\n  $ PERCEPT_CACHE_DIR=/cache percept models prepare')
    .action(prepare);
}

async function list({ json }: { json?: boolean }): Promise<void> {
  const models = listModels(await scanModels(modelPaths(readEnvironment()), { trialPath: TRIAL_PROCESS }));
  if (json) return printJson(models);
  printTable(
    ['NAME', 'TASK', 'VERSION', 'STATE', 'DEFAULT', 'LICENCE'],
    models.map(({ name, task, version, state, default: first, licence }) => [
      name,
      task ?? '-',
      version ?? '-',
      state,
      first ? 'yes' : '',
      licence ?? '-',
    ]),
  );
  for (const { reason } of models) if (reason !== null) process.stdout.write(`\nbroken: ${reason}\n`);
}

async function use(name: string, { json }: { json?: boolean }): Promise<void> {
  const config = readEnvironment();
  const scan = (): Promise<ModelRegistry> => scanModels(modelPaths(config), { trialPath: TRIAL_PROCESS });
  const registry = await scan();
  const found = registry.models.find((model) => model.name === name);
  if (!found) {
    const broken = registry.broken.find((model) => model.name === name)?.reason;
    const names = registry.models.map((model) => model.name);
    const why =
      broken ??
      `There is no model '${name}'.${suggest(name, names)} See 'percept models list', and 'percept models pull' for more.`;
    throw new CommandError(why, 2);
  }
  const { task } = found.manifest;
  await chooseDefault(config.ownModelsDir, task, name);
  if (json) return printJson(listModels(await scan()).find((model) => model.name === name));
  process.stdout.write(`${name} is the default for ${task}.\n`);
  const set = config.defaultModels[task];
  if (set !== undefined && set !== name)
    process.stderr.write(`But PERCEPT_DEFAULT_MODELS says ${task}=${set}, which goes before it.\n`);
}

async function prepare(): Promise<void> {
  await prepareModels({
    ...modelPaths(readEnvironment()),
    onProgress: reportPreparation((line) => process.stderr.write(`${line}\n`)),
  });
}

async function pull(name: string | undefined): Promise<void> {
  const config = readEnvironment();
  const { modelsDir } = modelPaths(config);
  const catalogue = readCatalogue(modelsDir, config.ownModelsDir);
  if (name === undefined) return printCatalogue(catalogue);
  if (name === RECOMMENDED) return pullRecommended(catalogue, readRecommended(modelsDir), config);
  const folder = await pullOne(catalogueModel(catalogue, name), config);
  process.stdout.write(`${name} is in ${folder}. Call it: model=${name}\n`);
}

function printCatalogue(catalogue: readonly CatalogueModel[]): void {
  printTable(
    ['NAME', 'TASK', 'MB', 'LICENCE'],
    catalogue.map((model) => [model.name, model.manifest.task, megabytes(model), model.manifest.licence]),
  );
}

const megabytes = (model: CatalogueModel): string => (pullBytes(model) / 1e6).toFixed(1);

/** Pulls them all, whatever becomes of each, and makes them the defaults of their tasks. @throws Error that names those that failed. */
async function pullRecommended(catalogue: CatalogueModel[], recommended: Recommended, config: Config): Promise<void> {
  const models = Object.keys(recommended).map((name) => catalogueModel(catalogue, name));
  printTable(
    ['NAME', 'TASK', 'MB', 'LICENCE', 'WHY'],
    models.map((model) => [model.name, model.manifest.task, megabytes(model), model.manifest.licence, recommended[model.name]!]),
  );
  const failures: string[] = [];
  for (const model of models) {
    const { name, manifest } = model;
    try {
      await pullOne(model, config, { default: true });
      process.stdout.write(`${name} is the default for ${manifest.task}.\n`);
    } catch (error) {
      failures.push(`${name}: ${(error as Error).message}`);
    }
  }
  const set = Object.keys(config.defaultModels).filter((task) => models.some(({ manifest }) => manifest.task === task));
  if (set.length > 0) process.stdout.write(`PERCEPT_DEFAULT_MODELS goes before them for ${set.join(' and ')}.\n`);
  if (failures.length > 0) throw new Error(failures.join('\n'));
  process.stdout.write(`To go back, remove their folders from ${config.ownModelsDir}.\n`);
}

async function pullOne(model: CatalogueModel, config: Config, options: { default?: boolean } = {}): Promise<string> {
  const bar = new SingleBar(
    { format: `${model.name} {bar} {percentage}% {value}/{total} bytes`, stream: process.stderr, noTTYOutput: false },
    Presets.shades_classic,
  );
  const onProgress = (done: number, total: number) => (bar.isActive ? bar.update(done) : bar.start(total, done));
  try {
    return await pullModel(model, config.ownModelsDir, {
      ...options,
      mirror: config.PERCEPT_MODELS_MIRROR || undefined,
      onProgress,
    });
  } finally {
    bar.stop();
  }
}
