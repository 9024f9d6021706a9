import type { Command } from 'commander';
import type { ScheduleResponse } from '@percept/core';
import { withSchedules } from './context';
import { printJson, printTable } from './output/print';

export function addScheduleCommands(program: Command): void {
  const schedule = program.command('schedule').description('the triggers of pipelines: list, ticks, address, pause, resume');
  schedule
    .command('list')
    .description('lists the triggers of the served pipelines with their next ticks')
    .option('--json', 'as JSON')
    .action(async ({ json }: { json?: boolean }) => {
      const schedules = await withSchedules((views) => views.list());
      if (json) return printJson(schedules);
      printTable(['id', 'rule', 'zone', 'next, or why not'], schedules.map(line));
    });
  schedule
    .command('ticks')
    .description('lists when the triggers of a pipeline fired, with the run or the reason why there is none')
    .argument('<pipeline>')
    .option('--json', 'as JSON')
    .action(async (pipeline: string, { json }: { json?: boolean }) => {
      const ticks = await withSchedules((views) => views.ticks(pipeline));
      if (json) return printJson(ticks);
      printTable(
        ['at', 'trigger', 'state', 'run, or why not'],
        ticks.map(({ at, schedule: id, state, run_id, reason }) => [at, id, state, run_id ?? reason ?? '']),
      );
    });
  schedule
    .command('address')
    .description('creates the address of a webhook trigger and shows it once; the previous address stops working')
    .argument('<id>', 'as listed: pipeline/trigger')
    .addHelpText('after', '\nExample:\n  $ percept schedule address orders/1')
    .action(makeAddress);
  for (const [name, paused] of [['pause', true] as const, ['resume', false] as const]) {
    schedule
      .command(name)
      .description(paused ? 'pauses a trigger' : 'resumes a paused trigger')
      .argument('<id>', 'as listed: pipeline/trigger')
      .action(async (id: string) => printJson(await withSchedules((views) => views.pause(id, paused))));
  }
}

function line({ id, kind, rule, timezone, next, paused_reason, has_address }: ScheduleResponse): string[] {
  const coming = has_address === false ? 'has no address yet: percept schedule address' : next.slice(0, 2).join(' ');
  return [id, rule ?? kind, timezone ?? '', paused_reason ?? coming];
}

async function makeAddress(id: string): Promise<void> {
  const { url } = await withSchedules((views) => views.makeAddress(id));
  process.stdout.write(`${url}\n`);
  process.stderr.write('Save it: it is not shown again.\n');
}
