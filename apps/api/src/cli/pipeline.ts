import { checkPipeline } from '@percept/core';
import { PerceptError, parseJson } from '@percept/sdk';
import { Option, type Command } from 'commander';
import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { declaredPlugins } from '../inference/plugins/usable-plugins';
import { COMMAND_LINE } from './command-line-caller';
import { withPipelines } from './context';
import { printJson } from './output/print';
import { followRun } from './output/progress';
import { asSarif } from './output/sarif';
import { addServedPipelineCommands } from './remote/pipelines';

export function addPipelineCommands(program: Command): void {
  const pipeline = program
    .command('pipelines')
    .alias('pipeline')
    .description('pipelines: validate, run and retry here; list, push, pull, diff and start on a service');
  pipeline
    .command('validate')
    .description('checks a pipeline without running it')
    .argument('<file>')
    .addOption(new Option('--format <format>').choices(['text', 'json', 'sarif']).default('text'))
    .addHelpText('after', '\nExample:\n  $ percept pipeline validate pipelines/detect-folder.yaml')
    .action(validate);
  pipeline
    .command('run')
    .description('runs a pipeline in this process and shows its progress')
    .argument('<file>')
    .option('--fresh', 'starts a new run instead of resuming an interrupted run with the same inputs')
    .option('--input <name=value>', 'an input; repeat the option for more inputs', collect, {})
    .addHelpText(
      'after',
      `
A value that is JSON (a number, true, a list) is read as JSON, anything else as text.
The same command resumes a run that was killed.

Example:
  $ percept pipeline run pipelines/detect-folder.yaml --input folder=./photos --input min_confidence=0.5`,
    )
    .action(run);
  pipeline
    .command('retry')
    .description('runs the failed items of a run of the command line again, and the steps after them')
    .argument('<run>', 'as `pipeline run` printed it: run_…')
    .addHelpText('after', '\nExample:\n  $ percept pipeline retry run_019a…')
    .action(retry);
  addServedPipelineCommands(pipeline, collect);
}

function collect(pair: string, inputs: Record<string, unknown>): Record<string, unknown> {
  const [name, ...rest] = pair.split('=');
  if (rest.length === 0) throw PerceptError.invalid('--input', `'${pair}' is not of the form name=value.`);
  const value = rest.join('=');
  try {
    return { ...inputs, [name!]: parseJson(value) };
  } catch {
    return { ...inputs, [name!]: value };
  }
}

async function validate(file: string, { format }: { format: 'text' | 'json' | 'sarif' }): Promise<void> {
  const source = await readSource(file);
  const findings = checkPipeline(source, file, (await declaredPlugins()).capabilities);
  if (format === 'json') printJson(findings);
  else if (format === 'sarif') printJson(asSarif(findings));
  else process.stdout.write(findings.length === 0 ? `${file} is valid.\n` : findings.map(asLine).join(''));
  if (findings.length > 0) process.exitCode = 1;
}

const asLine = ({ file, line, column, message }: ReturnType<typeof checkPipeline>[number]): string =>
  `${file}:${line}:${column}: ${message}\n`;

async function run(file: string, { input, fresh }: { input: Record<string, unknown>; fresh?: boolean }): Promise<void> {
  const source = await readSource(file);
  await withPipelines(async (pipelines) => {
    const options = { inputs: input, base: process.cwd(), own: true, fresh };
    const started = await pipelines.start(source, resolve(file), options);
    if (started.started_at) process.stderr.write(`Resuming ${started.id}, which was interrupted; --fresh starts a new run.\n`);
    pipelines.work({ own: started.id });
    const ended = await followRun(pipelines, started.id);
    if (ended.status !== 'succeeded') process.exitCode = 1;
  });
}

async function retry(id: string): Promise<void> {
  await withPipelines(async (pipelines) => {
    await pipelines.retry(id, COMMAND_LINE, { own: true });
    pipelines.work({ own: id });
    const ended = await followRun(pipelines, id);
    if (ended.status !== 'succeeded') process.exitCode = 1;
  });
}

async function readSource(file: string): Promise<string> {
  return readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    throw PerceptError.invalid(
      'FILE',
      error.code === 'ENOENT' ? `there is no file '${file}'.` : `'${file}' cannot be read: ${error.message}`,
    );
  });
}
