import { ModelArchive } from '@percept/core';
import type { Command } from 'commander';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { readEnvironment } from '../../platform/config/environment';
import { modelPaths } from '../../inference/models/model-paths';
import { CommandError } from '../output/command-error';
import { printJson } from '../output/print';
import { OwnModels } from './own-models';
import { tryModel } from './try-model';

const EXPORT_HELP = `
The file is a TAR with a list of its files and their SHA-256 in front. It is not compressed: weights hardly get smaller.

Examples:
  $ percept models export my-detector --to /media/stick/my-detector.tar
  $ percept models import /media/stick/my-detector.tar`;

const IMPORT_HELP = `
Every file must have the digest that the archive's list says, and the model must run once, in a process of its own. Then it
appears, whole, in the models folder; no default changes. The list has no signature: take archives from people you trust.

Example:
  $ percept models import my-detector.tar --name parts`;

export function addTransferCommands(models: Command): void {
  models
    .command('export')
    .description('writes a model of the models folder into one file, for a machine without a network')
    .argument('<name>', 'a model of the models folder')
    .option('--to <file>', 'where to; NAME.tar in this folder if absent')
    .option('--json', 'as JSON')
    .addHelpText('after', EXPORT_HELP)
    .action(exportOne);
  models
    .command('import')
    .description("imports a model from a file of 'percept models export'")
    .argument('<file>', 'the file')
    .option('--name <name>', 'what the model is called; as where it comes from if absent')
    .option('--replace', 'replaces a model of the name')
    .option('--json', 'as JSON')
    .addHelpText('after', IMPORT_HELP)
    .action(importOne);
}

async function exportOne(name: string, { to = `${name}.tar`, json }: { to?: string; json?: boolean }): Promise<void> {
  const config = readEnvironment();
  const folder = join(config.ownModelsDir, name);
  if (!/^[\w-][\w.-]*$/.test(name) || !existsSync(join(folder, 'model.yaml'))) throw await notThere(name);
  const exported = await new ModelArchive(to).write(folder);
  if (json) return printJson(exported);
  const { file, files, bytes } = exported;
  process.stdout.write(
    `${file} has ${files} files, ${(bytes / 1e6).toFixed(1)} MB. On the other machine: percept models import FILE\n`,
  );
}

async function notThere(name: string): Promise<CommandError> {
  const models = await new OwnModels(readEnvironment()).list();
  if (models.some((model) => model.name === name && !model.own))
    return new CommandError(`'${name}' comes with Percept: the other machine has it already.`, 2);
  const own = models.filter((model) => model.own).map((model) => model.name);
  return new CommandError(`The models folder has no model '${name}'. It has ${own.join(', ') || 'none'}.`, 2);
}

async function importOne(
  file: string,
  { json, ...options }: { name?: string; replace?: boolean; json?: boolean },
): Promise<void> {
  const config = readEnvironment();
  const paths = modelPaths(config);
  const imported = await new ModelArchive(file).install(config.ownModelsDir, {
    ...options,
    tryModel: (folder) => tryModel(folder, paths),
  });
  if (json) return printJson(imported);
  const { name, folder, task, licence } = imported;
  process.stdout.write(
    `${name} (${task}, ${licence}) is in ${folder}. Call it: model=${name}\nNo default has changed: 'percept models use ${name}' makes it one.\n`,
  );
}
