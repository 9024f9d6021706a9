import { execFile } from 'node:child_process';
import { appendFileSync, readdirSync, readFileSync } from 'node:fs';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { promisify } from 'node:util';
import type { RunningPercept } from '../../harness/percept';

/** The p99 of 60 is the slowest of them. */
const SAMPLES = 60;
const WATCH_MS = 200;

/** What one project sees, and what the service takes meanwhile. */
export interface Figures {
  p50: number;
  p99: number;
  refused: number;
  /** Most megabytes of the service and its children. */
  memory: number;
  /** Most megabytes of the data folder. */
  disk: number;
  /** p99 in ms of how late this process, which attacks and measures, does anything: that much of a call's time is not the service's. */
  lag: number;
}

/** Sends calls in sequence. @param send answers with the HTTP status. */
export async function figuresOf(service: RunningPercept, send: () => Promise<number>): Promise<Omit<Figures, 'memory'>> {
  const times: number[] = [];
  let [refused, disk] = [0, 0];
  const delay = monitorEventLoopDelay({ resolution: 5 });
  delay.enable();
  for (let sample = 0; sample < SAMPLES; sample++) {
    const began = performance.now();
    if ((await send()) !== 200) refused++;
    times.push(performance.now() - began);
    if (sample % 5 === 0) disk = Math.max(disk, await diskMb(service.dataDir));
  }
  delay.disable();
  times.sort((one, other) => one - other);
  const [p50, p99] = [Math.round(times[SAMPLES >> 1]!), Math.round(times.at(-1)!)];
  return { p50, p99, refused, disk, lag: Math.round(delay.percentile(99) / 1e6) };
}

/** Watches the memory of the service and its children. `take` says the most megabytes since the start or the last `take`. */
export function watchMemory({ process: { pid } }: RunningPercept): { take(): number; end(): void } {
  let most = 0;
  const look = (): void => void (most = Math.max(most, residentMb(pid!)));
  const watch = setInterval(look, WATCH_MS);
  return {
    take: () => {
      look();
      const taken = Math.round(most);
      most = 0;
      return taken;
    },
    end: () => clearInterval(watch),
  };
}

const rows: string[] = [];

/** Keeps what an attack did for the table: B's times in ms, megabytes, and the ratio of the p99 whose goal is 3. @param after megabytes then. */
export function keepFigures(attack: string, alone: Figures, under: Figures, after: Pick<Figures, 'memory' | 'disk'>): void {
  const pair = (of: keyof Figures): string => `${alone[of]} → ${under[of]}`;
  const ratio = (under.p99 / alone.p99).toFixed(1);
  rows.push(
    `| ${[attack, pair('p50'), pair('p99'), ratio, pair('lag'), pair('refused'), ...(['memory', 'disk'] as const).map((of) => `${pair(of)} → ${after[of]}`)].join(' | ')} |`,
  );
}

/** Prints them at the end of all tests. */
export function printFigures(): void {
  const heads = [
    'attack',
    'B p50 ms',
    'B p99 ms',
    'p99 ratio (< 3)',
    'lag of the test ms',
    'B refused',
    'memory MB alone → under → after',
    'disk MB alone → under → after',
  ];
  const table = [`| ${heads.join(' | ')} |`, `|${' --- |'.repeat(heads.length)}`, ...rows];
  appendFileSync(process.env['FAULT_FIGURES']!, `${table.join('\n')}\n`);
}

/** Resident megabytes of a process and all below it. */
function residentMb(pid: number): number {
  try {
    const own = Number(/^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) / 1024;
    // A worker thread has children of its own.
    const lists = readdirSync(`/proc/${pid}/task`).map((thread) => readFileSync(`/proc/${pid}/task/${thread}/children`, 'utf8'));
    const children = lists.flatMap((list) => list.split(' ').filter(Boolean).map(Number));
    return children.reduce((sum, child) => sum + residentMb(child), own);
  } catch {
    // It has ended.
    return 0;
  }
}

/** How long the main thread of the service had a core, and how long it had work and waited for one: other programs had it. */
export function coreOf({ process: { pid } }: RunningPercept): { onMs: number; waitedMs: number } {
  const [on, waited] = readFileSync(`/proc/${pid}/task/${pid}/schedstat`, 'utf8').split(' ');
  return { onMs: Number(on) / 1e6, waitedMs: Number(waited) / 1e6 };
}

/** Megabytes of a folder. A file that is removed meanwhile makes `du` fail, after it has told the sum. */
export async function diskMb(folder: string): Promise<number> {
  const { stdout } = await execute('du', ['-sm', folder]).catch((error: { stdout: string }) => error);
  return Number(stdout.trim().split('\n').at(-1)!.split('\t')[0]);
}

// Not in this thread: it measures.
const execute = promisify(execFile);
