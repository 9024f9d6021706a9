import { listModels, prepareModels, takeStock } from '@percept/core';
import type { Command } from 'commander';
import { modelPlaces, TRIAL } from '../composition';
import { tellPreparation } from '../greeting';
import { readEnvironment } from '../environment';
import { printJson, printTable } from './print';

export function addModelCommands(program: Command): void {
  const models = program.command('models').description('models: list, prepare');
  models
    .command('list')
    .description('lists the models with their task, version and licence')
    .option('--json', 'as JSON')
    .action(list);
  models
    .command('prepare')
    .description('converts the models that came with npm into ONNX files under the data folder (done by serve too)')
    .action(prepare);
}

async function list({ json }: { json?: boolean }): Promise<void> {
  const models = listModels(await takeStock(modelPlaces(readEnvironment()), { trialPath: TRIAL }));
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
    ...modelPlaces(readEnvironment()),
    onProgress: tellPreparation((line) => process.stderr.write(`${line}\n`)),
  });
}
