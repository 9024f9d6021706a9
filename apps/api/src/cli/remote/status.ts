import type { Command } from 'commander';
import { paint, printJson } from '../output/print';
import { openService, ServiceError, type ServiceClient } from '../service/client';
import { onService, type ConnectionOptions } from '../service/connection';

interface Readiness {
  status: string;
  workers: string;
  database: string;
  data_folder: string;
  warm: string[];
}

interface RunRow {
  status: string;
}

const NOT_READY = 1;
const COUNTED_RUNS = 100;

export function addStatusCommand(program: Command): void {
  onService(program.command('status'), 'percept status\npercept status --url https://percept.example.com --json')
    .description('shows whether a service is ready, which capabilities are set up, and what runs; exit code 1 if it is not ready')
    .option('--json', 'as JSON')
    .action(status);
}

async function status({ json, ...options }: ConnectionOptions & { json?: boolean }): Promise<void> {
  const service = openService(options);
  const { url, from, key } = service.connection;
  const ready = await readiness(service);
  const runs = key ? await runStates(service) : undefined;
  if (ready.status !== 'ok') process.exitCode = NOT_READY;
  if (json) return printJson({ url, from, ...ready, runs: runs ?? null });
  const good = (state: string): string => paint(['ok', 'ready'].includes(state) ? 'green' : 'red', state);
  const lines = [
    ['service', `${url} (${from})`],
    ['state', good(ready.status)],
    ['workers', good(ready.workers)],
    ['database', good(ready.database)],
    ['data folder', good(ready.data_folder)],
    ['warm', ready.warm.join(', ') || 'nothing: the first call of a capability loads its models'],
    ['runs', runs ? describeRuns(runs) : 'not shown without a key: percept login, or PERCEPT_KEY'],
  ];
  process.stdout.write(lines.map(([name, value]) => `${name!.padEnd(12)}${value}\n`).join(''));
}

/** A service that is not ready answers 503 with the same body. */
async function readiness(service: ServiceClient): Promise<Readiness> {
  return service.ask<Readiness>('GET', '/health/ready', { also: [503] });
}

/** Counts of the newest runs by state; undefined if the key may not see runs. */
async function runStates(service: ServiceClient): Promise<Record<string, number> | undefined> {
  try {
    const runs = await service.pages<RunRow>('/v2/runs', 'runs', { limit: COUNTED_RUNS });
    const counts: Record<string, number> = {};
    for (const run of runs) counts[run.status] = (counts[run.status] ?? 0) + 1;
    return counts;
  } catch (error) {
    if (error instanceof ServiceError && error.status === 403) return undefined;
    throw error;
  }
}

function describeRuns(counts: Record<string, number>): string {
  const parts = Object.entries(counts).map(([state, count]) => `${count} ${state}`);
  return parts.length === 0 ? 'none yet' : `${parts.join(', ')} (of the newest ${COUNTED_RUNS})`;
}
