import { toJson } from '@percept/sdk';
import type { Command } from 'commander';
import { setTimeout as wait } from 'node:timers/promises';
import type { LogEntryResponse } from '../../metering/logs/log-responses';
import { readDuration, whole } from '../options';
import { CommandError } from '../output/command-error';
import { paint, printJson } from '../output/print';
import { openService, type ServiceClient } from '../service/client';
import { onService, type ConnectionOptions } from '../service/connection';

type LogsOptions = ConnectionOptions & {
  follow?: boolean;
  status?: string;
  search?: string;
  operation?: string;
  since?: number;
  dashboard?: boolean;
  limit: number;
  json?: boolean;
};
type Filter = Pick<LogsOptions, 'status' | 'search' | 'operation' | 'dashboard'>;

const POLL_INTERVAL_MS = 1_000;
const MAX_AT_ONCE = 5_000;
/** Other processes of the service write their entries a second or so late. */
const LATE_MS = 5_000;

export function addLogsCommand(program: Command): void {
  onService(
    program.command('logs'),
    `percept logs --status error --since 1h
percept logs --search req_019a…
percept logs --follow --operation vision.detect
percept logs --follow --json | jq -r 'select(.duration_ms > 1000) | .request_id'`,
  )
    .description('prints the requests that a service answered, oldest first: what they asked for, status, time, error')
    .option('-f, --follow', 'goes on with those that come, until Ctrl-C')
    .option('--status <status>', 'only this status, such as 404, this class, such as 4xx, or error: 400 and above')
    .option('--search <text>', 'only those with it in request id, operation, key name, error code or message')
    .option('--operation <name>', 'only this capability, or method and path of another operation')
    .option('--dashboard', "also what the dashboard's pages ask for themselves")
    .option('--since <duration>', 'only those of the last 30s, 10m, 2h, 1d', readDuration)
    .option('--limit <n>', 'how many to print, the newest', whole, 50)
    .option('--json', 'as JSON; with --follow an object a line')
    .action(logs);
}

async function logs({
  follow,
  since,
  limit,
  json,
  status,
  search,
  operation,
  dashboard,
  ...options
}: LogsOptions): Promise<void> {
  const service = openService(options);
  const filter = { status, search, operation, dashboard };
  const from = since === undefined ? undefined : new Date(Date.now() - since).toISOString();
  const found = (await service.pages<LogEntryResponse>('/v2/logs', 'entries', { ...filter, from, limit })).reverse();
  if (json && !follow) return printJson(found);
  const print = (entry: LogEntryResponse): void =>
    void process.stdout.write(json ? `${toJson(entry)}\n` : `${describe(entry)}\n`);
  found.forEach(print);
  if (!follow) return;
  if (process.stderr.isTTY) process.stderr.write(`Following ${service.connection.url}. Press Ctrl-C to stop.\n`);
  await followFrom(service, { filter, known: found, from }, print);
}

/** Prints new entries until the process is interrupted. Printed entries are recognized by their ids, because times may be equal. */
async function followFrom(
  service: ServiceClient,
  { filter, known, from }: { filter: Filter; known: LogEntryResponse[]; from?: string },
  print: (entry: LogEntryResponse) => void,
): Promise<void> {
  const interrupted = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => interrupted.abort());
  const earliest = known.at(-1)?.at ?? from;
  let [since, seen, isAway] = [earliest, new Set(known.map(({ id }) => id)), false];
  while (!interrupted.signal.aborted) {
    await wait(POLL_INTERVAL_MS, undefined, { signal: interrupted.signal }).catch(() => undefined);
    const query = { ...filter, from: since, limit: MAX_AT_ONCE };
    const entries = await service.pages<LogEntryResponse>('/v2/logs', 'entries', query).catch((error: unknown) => {
      if (!(error instanceof CommandError) || error.exitCode !== 1) throw error;
      if (!isAway) process.stderr.write(`${error.message}\nWaiting for it …\n`);
      isAway = true;
    });
    if (!entries) continue;
    isAway = false;
    entries
      .reverse()
      .filter(({ id }) => !seen.has(id))
      .forEach(print);
    if (entries.length === 0) continue;
    seen = new Set(entries.map(({ id }) => id));
    since = laterOf(earliest, new Date(Date.parse(entries.at(-1)!.at) - LATE_MS).toISOString());
  }
}

/** Times in the same format compare as texts. */
const laterOf = (one: string | undefined, other: string): string => (one !== undefined && one > other ? one : other);

function describe({ at, status, duration_ms, operation, key_name, request_id, error }: LogEntryResponse): string {
  const shown = paint(status < 400 ? 'green' : status < 500 ? 'yellow' : 'red', String(status));
  const line = `${at} ${shown} ${operation} ${duration_ms} ms, ${key_name}, ${request_id}`;
  return error === null ? line : `${line}\n  ${error.code}: ${error.message}`;
}
