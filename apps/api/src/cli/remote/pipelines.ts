import type { PipelineResponse, PipelineSummaryResponse, RunDetailResponse, SavedPipelineResponse } from '@percept/core';
import type { Command } from 'commander';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile, writeFile } from 'node:fs/promises';
import { basename } from 'node:path';
import { CommandError } from '../output/command-error';
import { paint, printJson, printTable, several } from '../output/print';
import { openService, ServiceError, type ServiceClient } from '../service/client';
import { onService, type ConnectionOptions } from '../service/connection';
import { follow } from './runs';

type Options = ConnectionOptions & { json?: boolean };
type NamedOptions = ConnectionOptions & { name?: string };
type StartOptions = Options & { input: Record<string, unknown>; wait?: boolean };

const DIFFERENT = 1;

/** Adds commands for a service's pipelines. `collect` reads inputs of the form name=value. */
export function addServedPipelineCommands(
  pipelines: Command,
  collect: (pair: string, inputs: Record<string, unknown>) => Record<string, unknown>,
): void {
  onService(pipelines.command('list'), 'percept pipelines list --json')
    .description('lists the pipelines of a service')
    .option('--json', 'as JSON')
    .action(list);
  onService(pipelines.command('push'), 'percept pipelines push receipts.yaml')
    .description('saves a file as the newest revision of a pipeline of a service')
    .argument('<file>')
    .option('--name <name>', 'the name of the pipeline (default: the name of the file)')
    .action(push);
  onService(pipelines.command('pull'), 'percept pipelines pull receipts\npercept pipelines pull receipts --output - | less')
    .description('writes a pipeline of a service into a file')
    .argument('<name>')
    .option('--output <file>', "where to (default: NAME.yaml); '-' is standard output")
    .option('--force', 'replaces a file with another text')
    .action(pull);
  onService(pipelines.command('diff'), 'percept pipelines diff receipts.yaml')
    .description('shows what a push of the file would change; exit code 1 if it would change something')
    .argument('<file>')
    .option('--name <name>', 'the name of the pipeline (default: the name of the file)')
    .action(diff);
  onService(pipelines.command('start'), 'percept pipelines start receipts --input folder=receipts --wait')
    .description('starts a run of a pipeline of a service')
    .argument('<name>')
    .option('--input <name=value>', 'an input; repeat the option for more inputs', collect, {})
    .option('--wait', 'shows its progress to its end; exit code 1 if items failed')
    .option('--json', 'the run as JSON')
    .action(start);
}

const pathOf = (name: string): string => `/v2/pipelines/${encodeURIComponent(name)}`;
const nameOf = (file: string, name?: string): string => name ?? basename(file).replace(/\.ya?ml$/, '');

async function list({ json, ...options }: Options): Promise<void> {
  const { pipelines } = await openService(options).ask<{ pipelines: PipelineSummaryResponse[] }>('GET', '/v2/pipelines');
  if (json) return printJson(pipelines);
  printTable(
    ['NAME', 'STATE', 'DESCRIPTION'],
    pipelines.map(({ name, findings, description }) => [
      name,
      findings.length === 0 ? 'valid' : paint('red', several(findings.length, 'mistake')),
      (description ?? '').split('\n')[0]!,
    ]),
  );
}

async function push(file: string, { name: given, ...options }: NamedOptions): Promise<void> {
  const [name, source, service] = [nameOf(file, given), await readSource(file), openService(options)];
  const saved = await service.ask<SavedPipelineResponse>('PUT', pathOf(name), { body: { source } }).catch((error: unknown) => {
    throw error instanceof ServiceError ? withFindings(error, file) : error;
  });
  process.stdout.write(`Saved '${saved.name}', revision ${saved.number}, on ${service.connection.url}.\n`);
}

/** Formats all mistakes as lines that editors can jump to. */
function withFindings(error: ServiceError, file: string): Error {
  const findings = error.details?.findings ?? [];
  if (findings.length === 0) return error;
  const lines = findings.map(({ line, column, message }) => `${file}:${line}:${column}: ${message}`);
  return new CommandError(`${several(lines.length, 'mistake')} in ${file}; nothing was saved.\n${lines.join('\n')}`, DIFFERENT);
}

async function pull(
  name: string,
  { output, force, ...options }: ConnectionOptions & { output?: string; force?: boolean },
): Promise<void> {
  const { source } = await openService(options).ask<PipelineResponse>('GET', pathOf(name));
  if (output === '-') return void process.stdout.write(source);
  const file = output ?? `${name}.yaml`;
  const there = await readFile(file, 'utf8').catch(() => undefined);
  if (there === source) return void process.stdout.write(`${file} has the text of '${name}' already.\n`);
  if (there !== undefined && !force)
    throw new CommandError(`${file} has another text: see 'percept pipelines diff ${file}', then give --force to replace it.`, 2);
  await writeFile(file, source);
  process.stdout.write(`Wrote '${name}' into ${file}.\n`);
}

async function diff(file: string, { name: given, ...options }: NamedOptions): Promise<void> {
  const [name, service] = [nameOf(file, given), openService(options)];
  const [local, served] = [await readSource(file), await servedSource(service, name)];
  if (local === served) return;
  process.stdout.write(await unified(file, { name, served: served ?? '' }));
  process.exitCode = DIFFERENT;
}

/** Undefined if the service does not have the pipeline. */
async function servedSource(service: ServiceClient, name: string): Promise<string | undefined> {
  try {
    return (await service.ask<PipelineResponse>('GET', pathOf(name))).source;
  } catch (error) {
    if (error instanceof ServiceError && error.status === 404) return undefined;
    throw error;
  }
}

/** The differences in the format of the system's `diff -u`. */
async function unified(file: string, { name, served }: { name: string; served: string }): Promise<string> {
  const color = paint('red', '') === '' ? [] : ['--color=always'];
  const child = spawn('diff', ['-u', ...color, '--label', `served ${name}`, '--label', file, '-', file], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  let text = '';
  child.stdout.setEncoding('utf8').on('data', (part: string) => (text += part));
  child.stdin.on('error', () => undefined).end(served);
  await once(child, 'close').catch((error: Error) => {
    throw new CommandError(`The program 'diff' cannot run (${error.message}): install diffutils. The texts differ.`, 1);
  });
  return text;
}

async function start(name: string, { input, wait, json, ...options }: StartOptions): Promise<void> {
  const service = openService(options);
  const run = await service.ask<RunDetailResponse>('POST', `${pathOf(name)}/runs`, { body: { inputs: input } });
  if (wait) return follow(service, run.id, json);
  if (json) return printJson(run);
  process.stdout.write(`${run.id}\n`);
  process.stderr.write(`Started. See it: percept runs show ${run.id}\n`);
}

async function readSource(file: string): Promise<string> {
  return readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    const why = error.code === 'ENOENT' ? 'there is no such file' : error.message;
    throw new CommandError(`'${file}' cannot be read: ${why}.`, 2);
  });
}
