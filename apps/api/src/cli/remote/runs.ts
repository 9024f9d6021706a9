import type { RunDetailResponse, RunItemResponse, RunResponse } from '@percept/core';
import type { Command } from 'commander';
import { whole } from '../options';
import { paint, printJson, printTable, several } from '../output/print';
import { followRun } from '../output/progress';
import { openService, type ServiceClient } from '../service/client';
import { onService, type ConnectionOptions } from '../service/connection';

type Options = ConnectionOptions & { json?: boolean };
type ListOptions = Options & { pipeline?: string; status?: string; limit: number };

export function addRunsCommands(program: Command): void {
  const runs = program.command('runs').description('pipeline runs of a service: list, show, cancel, retry, rm');
  onService(runs.command('list'), 'percept runs list\npercept runs list --pipeline receipts --status failed --json')
    .description('lists the runs, newest first')
    .option('--pipeline <name>', 'only runs of this pipeline')
    .option('--status <state>', 'only runs in this state: queued, running, succeeded, failed, …')
    .option('--limit <n>', 'how many to list', whole, 20)
    .option('--json', 'as JSON')
    .action(list);
  onService(runs.command('show'), 'percept runs show run_019a…')
    .description('shows the state, counts, failures, earlier attempts and files of a run')
    .argument('<run>', 'its id, as listed')
    .option('--json', 'as JSON')
    .action(show);
  onService(runs.command('cancel'), 'percept runs cancel run_019a…')
    .description('cancels a run; finished items keep their results')
    .argument('<run>', 'its id, as listed')
    .option('--json', 'the run as JSON')
    .action((id: string, options: Options) => act(id, options, { action: 'cancel', done: 'Cancelled' }));
  onService(runs.command('retry'), 'percept runs retry run_019a… --wait')
    .description('repeats the failed items of an ended run, and the steps after them')
    .argument('<run>', 'its id, as listed')
    .option('--wait', 'shows its progress to its end; exit code 1 if items failed')
    .option('--json', 'the run as JSON')
    .action((id: string, options: Options & { wait?: boolean }) => act(id, options, { action: 'retry', done: 'Repeats' }));
  onService(runs.command('rm'), 'percept runs rm run_019a… run_019b…')
    .description('deletes ended runs for good, with their items and the files in their folders')
    .argument('<runs...>', 'their ids, as listed')
    .action(remove);
}

const pathOf = (id: string): string => `/v2/runs/${encodeURIComponent(id)}`;

async function list({ pipeline, status, limit, json, ...options }: ListOptions): Promise<void> {
  const runs = await openService(options).pages<RunResponse>('/v2/runs', 'runs', { pipeline, status, limit });
  if (json) return printJson(runs);
  if (runs.length === 0) return void process.stdout.write('No runs yet. Start one: percept pipelines start NAME\n');
  printTable(['ID', 'PIPELINE', 'STATE', 'ITEMS', 'FAILED', 'CREATED'], runs.map(line));
}

const line = ({ id, pipeline, status, counts, created_at }: RunResponse): string[] => [
  ...[id, pipeline, paintState(status), `${counts.succeeded + counts.failed}/${counts.total}`],
  ...[counts.failed > 0 ? paint('red', String(counts.failed)) : '0', created_at],
];

function paintState(state: string): string {
  if (state === 'succeeded') return paint('green', state);
  return paint(state === 'failed' ? 'red' : 'yellow', state);
}

async function show(id: string, { json, ...options }: Options): Promise<void> {
  const service = openService(options);
  const run = await service.ask<RunDetailResponse>('GET', pathOf(id));
  if (json) return printJson(run);
  const { counts, outputs, failures } = run;
  const pictures = failures.length === 0 ? [] : await picturesOf(service, id, failures.length);
  const lines = [
    `${run.id} of ${run.pipeline}: ${paintState(run.status)}`,
    `items    ${counts.succeeded} succeeded, ${counts.failed} failed, ${counts.total} in all`,
    `created  ${run.created_at}`,
    `ended    ${run.ended_at ?? 'not yet'}`,
    ...(run.duration_ms === null ? [] : [`worked   ${run.duration_ms / 1_000} s`]),
    ...run.earlier_attempts.map(describeAttempt),
    ...(run.error ? [`error    ${run.error}`] : []),
    ...failures.map(({ item, code, reason }) => `failed   ${item}: ${code} ${reason}`),
    ...pictures.map((address) => `picture  ${address}`),
    ...outputs.map(({ path, rows }) => `wrote    ${path} (${several(rows, 'row')})`),
  ];
  process.stdout.write(`${lines.join('\n')}\n`);
}

function describeAttempt({
  number,
  status,
  ended_at,
  retried_at,
  retried_by,
  error,
  failed,
  failures,
}: RunDetailResponse['earlier_attempts'][number]): string {
  const [first] = failures;
  const why = error ?? (first && `${several(failed, 'item')} failed, the first: ${first.item} ${first.code} ${first.reason}`);
  const end = `${status} ${ended_at}, retried ${retried_at} by ${retried_by.name}`;
  return `attempt  ${number}: ${why ? `${end}: ${why}` : end}`;
}

/** The URLs of the images or videos of the first failed items, small enough to look at. */
async function picturesOf(service: ServiceClient, id: string, limit: number): Promise<string[]> {
  const items = await service.pages<RunItemResponse>(`${pathOf(id)}/items`, 'items', { state: 'failed', limit });
  return items.flatMap(({ file_url }) => (file_url ? [`${service.connection.url}${file_url}&width=1600`] : []));
}

async function act(
  id: string,
  { json, wait, ...options }: Options & { wait?: boolean },
  { action, done }: { action: 'cancel' | 'retry'; done: string },
): Promise<void> {
  const service = openService(options);
  const run = await service.ask<RunDetailResponse>('POST', `${pathOf(id)}/${action}`);
  if (wait) return follow(service, id, json);
  if (json) return printJson(run);
  process.stdout.write(`${done} ${run.id}: ${run.status}.\n`);
}

/** Shows the progress of a service's run to its end, then the outcome, optionally as JSON. */
export async function follow(service: ServiceClient, id: string, json?: boolean): Promise<void> {
  const runs = {
    get: () => service.ask<RunDetailResponse>('GET', pathOf(id)),
    cancel: () => service.ask<RunDetailResponse>('POST', `${pathOf(id)}/cancel`),
  };
  const ended = await followRun(runs, id, json ? printJson : undefined);
  if (ended.status !== 'succeeded') process.exitCode = 1;
}

async function remove(ids: string[], options: ConnectionOptions): Promise<void> {
  const service = openService(options);
  for (const id of ids) {
    await service.ask('DELETE', pathOf(id));
    process.stdout.write(`Deleted ${id}.\n`);
  }
}
