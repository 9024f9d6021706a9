import { ModelCatalogue, prepareModels } from '@percept/core';
import type { Command } from 'commander';
import { readEnvironment } from '../../platform/config/environment';
import { reportPreparation } from '../../service/lifecycle/report-preparation';
import { modelPaths } from '../../inference/models/model-paths';
import { CommandError } from '../output/command-error';
import { printJson, printTable } from '../output/print';
import { openService } from '../service/client';
import { namesService, serviceOptions, type ConnectionOptions } from '../service/connection';
import { addAddCommand } from './add';
import type { ModelStore } from './model-store';
import { OwnModels } from './own-models';
import { catalogueLine, pullOne, pullRecommended } from './pull';
import { judgeOn, readOwnImages } from './own-images';
import { recommend } from './recommend';
import { addTrainCommand } from './train';
import { ServedModels } from './served-models';
import { addTransferCommands } from './transfer';

type Options = ConnectionOptions & { json?: boolean };

const EXAMPLE = 'percept models pull yolox-nano && percept models use yolox-nano';
const USE_HELP = `
The choice is in defaults.json of the models folder. A service on this data folder goes over to it while it runs.
PERCEPT_DEFAULT_MODELS goes before it.

With --images, both answer for your images first. Where a folder is called as a model names what it sees, such as photos/dog,
the images in it count as right or wrong, and a model with fewer right ones than the default does not take its place.`;

const RECOMMEND_HELP = `
It downloads nothing and changes no default. Models that are not installed are listed with their size; pull them first to
compare them. Agreement is the part of all answers that both models give: the same name, at the same place if they find
places. Two words for one thing count as different.

Examples:
  $ percept models recommend
  $ percept models use ocr-latin && percept models recommend --images ./photos`;

export function addModelCommands(program: Command): void {
  const models = program
    .command('models')
    .description('models: list, pull, add, use, train, rollback, export, import, recommend, prepare');
  withService(models.command('list'))
    .description('lists the models with their task, version and licence')
    .option('--json', 'as JSON')
    .addHelpText(
      'after',
      "\nExamples:\n  $ percept models list\n  $ percept models list --json | jq -r '.[] | select(.default) | .name'",
    )
    .action(list);
  withService(models.command('pull [name]'))
    .description(
      'downloads a model of the catalogue, or those `recommended`, into the models folder; without a name, lists the catalogue',
    )
    .option('--images <folder>', 'your own images: of those `recommended`, one that is worse on them does not become the default')
    .option('--limit <count>', 'how many of them at most', '50')
    .option('--json', 'the catalogue as JSON')
    .addHelpText('after', `\nExamples:\n  $ percept models pull\n  $ percept models pull recommended\n  $ ${EXAMPLE}`)
    .action(pull);
  addAddCommand(models);
  addTransferCommands(models);
  withService(models.command('use'))
    .description('makes a model the default of its task: it answers when a request names none')
    .argument('<name>', 'an installed model, as listed')
    .option('--images <folder>', 'your own images, to compare it on with the model that it replaces')
    .option('--limit <count>', 'how many of them at most', '50')
    .option('--force', 'makes it the default also where it is worse on them')
    .option('--json', 'the model as JSON')
    .addHelpText('after', `${USE_HELP}\n\nExamples:\n  $ percept models use yolox-nano --images ./photos\n  $ ${EXAMPLE}`)
    .action(use);
  addTrainCommand(models);
  models
    .command('recommend')
    .description('shows what each recommended model would change: size, licence, and on your own images agreement and speed')
    .option('--images <folder>', 'images to compare the models on, with those of its subfolders')
    .option('--limit <count>', 'how many of them at most', '50')
    .option('--json', 'as JSON')
    .addHelpText('after', RECOMMEND_HELP)
    .action(recommend);
  models
    .command('prepare')
    .description('converts the models that came with npm into ONNX files in the data folder (serve does this too)')
    .addHelpText('after', '\nExample, while an image is built:\n  $ PERCEPT_CACHE_DIR=/cache percept models prepare')
    .action(prepare);
}

const withService = (command: Command): Command =>
  serviceOptions(command).addHelpText(
    'after',
    `
With --url or --profile (or PERCEPT_URL, PERCEPT_PROFILE) these are the models of that service, which does the work.
Without, they are those of this machine and its models folder.`,
  );

const openModels = (options: ConnectionOptions): ModelStore =>
  namesService(options) ? new ServedModels(openService(options)) : new OwnModels(readEnvironment());

async function list({ json, ...options }: Options): Promise<void> {
  const models = await openModels(options).list();
  if (json) return printJson(models);
  printTable(
    ['NAME', 'TASK', 'VERSION', 'STATE', 'DEFAULT', 'LICENCE'],
    models.map(({ name, task, version, state, default: first, licence }) => [
      ...[name, task ?? '-', version ?? '-', state],
      ...[first ? 'yes' : '', licence ?? '-'],
    ]),
  );
  for (const { reason } of models) if (reason !== null) process.stdout.write(`\nbroken: ${reason}\n`);
}

type ImageOptions = Options & { images?: string; limit: string };

async function use(name: string, { json, images, limit, force, ...options }: ImageOptions & { force?: boolean }): Promise<void> {
  const models = openModels(options);
  const judged = images === undefined ? undefined : await judgeOn(await readOwnImages(images, limit), models, name);
  if (judged && !json) process.stdout.write(judged.words);
  if (judged?.isWorse && !force)
    throw new CommandError(
      `${name} is worse on your images, so no default has changed. --force makes it the default nevertheless.`,
      1,
    );
  const model = await models.use(name);
  if (json) return printJson({ ...model, ...(judged && { comparison: judged.comparison }) });
  process.stdout.write(`${name} is the default for ${model.task}.\n`);
  const set = models.configured(model.task!);
  if (set !== undefined && set !== name)
    process.stderr.write(`But PERCEPT_DEFAULT_MODELS says ${model.task}=${set}, which takes precedence.\n`);
}

async function prepare(): Promise<void> {
  await prepareModels({
    ...modelPaths(readEnvironment()),
    onProgress: reportPreparation((line) => process.stderr.write(`${line}\n`)),
  });
}

async function pull(name: string | undefined, { json, images, limit, ...options }: ImageOptions): Promise<void> {
  const models = openModels(options);
  const own = images === undefined ? undefined : await readOwnImages(images, limit);
  if (name === ModelCatalogue.RECOMMENDED) return pullRecommended(models, own);
  if (name !== undefined) {
    await describe(models, name);
    const place = await pullOne(models, name);
    return void process.stdout.write(`${name} is in ${place}. Call it: model=${name}\n`);
  }
  const catalogue = await models.catalogue();
  if (json) return printJson(catalogue);
  printTable(['NAME', 'TASK', 'MB', 'LICENCE'], catalogue.map(catalogueLine));
}

/** Says the size of the download, its licence, and what it changes, before it starts. */
async function describe(models: ModelStore, name: string): Promise<void> {
  const row = (await models.catalogue()).find((each) => each.name === name);
  if (!row) return;
  const { task, summary = '', measured, licence, bytes } = row;
  const first = (await models.list()).find((each) => each.task === task && each.default)?.name;
  const stays = first === undefined ? 'has no default yet' : `${first} stays the default`;
  const lines = [
    `${name}: ${summary}`,
    `task      ${task}; ${stays} until 'percept models use ${name}'`,
    `download  ${(bytes / 1e6).toFixed(1)} MB`,
    `licence   ${licence}`,
    `measured  ${measured ?? `not by us against ${first ?? 'another'}: 'percept models recommend --images FOLDER' compares recommended ones on your pictures`}`,
  ];
  process.stderr.write(`${lines.join('\n')}\n`);
}
