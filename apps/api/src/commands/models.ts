import { listModels, prepareModels } from '@percept/core';
import type { Command } from 'commander';
import { modelPlaces } from '../composition';
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

function list({ json }: { json?: boolean }): void {
  const models = listModels(modelPlaces(readEnvironment()));
  if (json) return printJson(models);
  printTable(
    ['NAME', 'TASK', 'VERSION', 'STATE', 'LICENCE'],
    models.map((model) => [model.name, model.task ?? '-', model.version ?? '-', model.state, model.licence ?? '-']),
  );
}

async function prepare(): Promise<void> {
  await prepareModels({
    ...modelPlaces(readEnvironment()),
    onProgress: tellPreparation((line) => process.stderr.write(`${line}\n`)),
  });
}
