import type { ScheduleResponse, TickResponse } from '@percept/core';
import type { Command } from 'commander';
import { printJson, printTable } from '../output/print';
import { inEitherPlace, type ProjectPlaceOptions, namedServiceIn } from '../service/place';
import { withStoredSchedules } from '../context';
import { CommandError } from '../output/command-error';
import type { ServiceClient } from '../service/client';

/** The triggers of pipelines, in a service or a data folder. A data folder shows those of all projects. */
interface ScheduleStore {
  list(): Promise<ScheduleResponse[]>;
  /** The newest first. */
  ticks(pipeline: string): Promise<TickResponse[]>;
  /** @param id the trigger's id as `list` shows it. */
  makeAddress(id: string): Promise<{ url: string }>;
  pause(id: string, options: { until?: string }): Promise<ScheduleResponse>;
  resume(id: string): Promise<ScheduleResponse>;
}

const NONE = 'No triggers. A pipeline has them under `triggers`; those of a saved pipeline are listed after 5 seconds.\n';

export function addScheduleCommands(program: Command): void {
  const schedule = program.command('schedule').description('the triggers of pipelines: list, ticks, address, pause, resume');
  inProject(schedule.command('list').description('lists the triggers of the served pipelines with their next ticks'))
    .option('--json', 'as JSON')
    .action(list);
  const ticks = schedule
    .command('ticks')
    .description('lists when the triggers of a pipeline fired, with the run or the reason why there is none');
  inProject(ticks.argument('<pipeline>')).option('--json', 'as JSON').action(listTicks);
  const address = schedule
    .command('address')
    .description('creates the address of a webhook trigger and shows it once; the previous address stops working')
    .argument('<id>', 'as listed: pipeline/trigger');
  inProject(address)
    .option('--json', 'as JSON')
    .addHelpText('after', '\nExample:\n  $ percept schedule address orders/1')
    .action(makeAddress);
  inProject(schedule.command('pause').description('pauses a trigger'))
    .argument('<id>', 'as listed: pipeline/trigger')
    .option('--until <time>', 'resume it by itself at this time, or after a duration such as 7d')
    .action(async (id: string, { until, ...options }: ProjectPlaceOptions & { until?: string }) =>
      printJson(await withSchedules({ ...options, json: true }, (schedules) => schedules.pause(id, { until }))),
    );
  inProject(schedule.command('resume').description('resumes a paused trigger'))
    .argument('<id>', 'as listed: pipeline/trigger')
    .action(async (id: string, options: ProjectPlaceOptions) =>
      printJson(await withSchedules({ ...options, json: true }, (schedules) => schedules.resume(id))),
    );
}

const inProject = (command: Command): Command =>
  inEitherPlace(command.option('--project <project>', 'of this project of a service, by id or name (default: that of the key)'));

async function list(options: ProjectPlaceOptions): Promise<void> {
  const found = await withSchedules(options, (schedules) => schedules.list());
  if (options.json) return printJson(found);
  if (found.length === 0) return void process.stdout.write(NONE);
  printTable(['ID', 'RULE', 'ZONE', 'NEXT, OR WHY NOT'], found.map(line));
}

function line({ id, kind, rule, timezone, next, paused_reason, has_address }: ScheduleResponse): string[] {
  const coming = next.slice(0, 2).join(' ') || whenAsked(kind, has_address);
  return [id, rule ?? kind, timezone ?? '', paused_reason ?? coming];
}

/** What starts a trigger that has no schedule. */
function whenAsked(kind: string, hasAddress: boolean | null): string {
  if (kind === 'watch') return 'each new file';
  return hasAddress === false ? 'no address yet: run percept schedule address' : 'each request to its address';
}

async function listTicks(pipeline: string, options: ProjectPlaceOptions): Promise<void> {
  const ticks = await withSchedules(options, (schedules) => schedules.ticks(pipeline));
  if (options.json) return printJson(ticks);
  if (ticks.length === 0) return void process.stdout.write(`No trigger of '${pipeline}' has fired yet.\n`);
  printTable(
    ['AT', 'TRIGGER', 'STATE', 'RUN, OR WHY NOT'],
    ticks.map(({ at, schedule: id, state, run_id, reason }) => [at, id, state, run_id ?? reason ?? '']),
  );
}

async function makeAddress(id: string, options: ProjectPlaceOptions): Promise<void> {
  const made = await withSchedules(options, (schedules) => schedules.makeAddress(id));
  if (options.json) return printJson(made);
  process.stdout.write(`${made.url}\n`);
  process.stderr.write('Save it: it is not shown again.\n');
}

/** Uses the triggers of the service that the options name, else of the data folder. */
async function withSchedules<T>(options: ProjectPlaceOptions, use: (schedules: ScheduleStore) => Promise<T>): Promise<T> {
  const service = await namedServiceIn(options);
  if (service) return use(new ServedSchedules(service));
  if (options.project === undefined) return withStoredSchedules(use);
  throw new CommandError(
    '--project needs --url or --profile. In a data folder, the ids that `percept schedule list` shows name their project.',
    2,
  );
}

class ServedSchedules implements ScheduleStore {
  constructor(private readonly service: ServiceClient) {}

  async list(): Promise<ScheduleResponse[]> {
    return (await this.service.ask<{ schedules: ScheduleResponse[] }>('GET', '/v2/schedules')).schedules;
  }

  async ticks(pipeline: string): Promise<TickResponse[]> {
    const path = `/v2/pipelines/${encodeURIComponent(pipeline)}/ticks`;
    return (await this.service.ask<{ ticks: TickResponse[] }>('GET', path)).ticks;
  }

  async makeAddress(id: string): Promise<{ url: string }> {
    const { url } = await this.service.ask<{ url: string }>('POST', `${pathOf(id)}/address`);
    return { url: `${this.service.connection.url}${url}` };
  }

  pause(id: string, options: { until?: string }): Promise<ScheduleResponse> {
    return this.service.ask('POST', `${pathOf(id)}/pause`, { body: options });
  }

  resume(id: string): Promise<ScheduleResponse> {
    return this.service.ask('POST', `${pathOf(id)}/resume`);
  }
}

/** @throws CommandError for a malformed id. */
function pathOf(id: string): string {
  const parts = id.split('/');
  if (parts.length === 2) return `/v2/schedules/${parts.map(encodeURIComponent).join('/')}`;
  throw new CommandError(`'${id}' is not a trigger: give pipeline/trigger, as 'percept schedule list' shows it.`, 2);
}
