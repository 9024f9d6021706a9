import { catalogueModel, listModels, prepareModels, pullModel, readCatalogue, scanModels } from '@percept/core';
import { Presets, SingleBar } from 'cli-progress';
import type { Command } from 'commander';
import { modelPaths, TRIAL_PROCESS } from '../models/model-paths';
import { reportPreparation } from '../lifecycle/welcome';
import { readEnvironment } from '../config/environment';
import { printJson, printTable } from './output/print';

export function addModelCommands(program: Command): void {
  const models = program.command('models').description('models: list, pull, prepare');
  models
    .command('list')
    .description('lists the models with their task, version and licence')
    .option('--json', 'as JSON')
    .action(list);
  models
    .command('pull [name]')
    .description('downloads a model of the catalogue into your models folder; without a name, lists the catalogue')
    .action(pull);
  models
    .command('prepare')
    .description('converts the models that came with npm into ONNX files in the data folder (serve does this too)')
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

async function prepare(): Promise<void> {
  await prepareModels({
    ...modelPaths(readEnvironment()),
    onProgress: reportPreparation((line) => process.stderr.write(`${line}\n`)),
  });
}

async function pull(name: string | undefined): Promise<void> {
  const config = readEnvironment();
  const catalogue = readCatalogue(modelPaths(config).modelsDir, config.ownModelsDir);
  if (name === undefined) {
    return printTable(
      ['NAME', 'TASK', 'MB', 'LICENCE'],
      catalogue.map((model) => [model.name, model.manifest.task, (model.file.bytes / 1e6).toFixed(1), model.manifest.licence]),
    );
  }
  const model = catalogueModel(catalogue, name);
  const bar = new SingleBar(
    { format: `${name} {bar} {percentage}% {value}/{total} bytes`, stream: process.stderr, noTTYOutput: false },
    Presets.shades_classic,
  );
  const onProgress = (done: number, total: number) => (bar.isActive ? bar.update(done) : bar.start(total, done));
  try {
    const folder = await pullModel(model, config.ownModelsDir, { mirror: config.PERCEPT_MODELS_MIRROR || undefined, onProgress });
    bar.stop();
    process.stdout.write(`${name} is in ${folder}. Call it: model=${name}\n`);
  } finally {
    bar.stop();
  }
}
