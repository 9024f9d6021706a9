import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import type { RunningPercept } from '../../harness/percept';

const SAMPLES = 25;
const WATCH_MS = 200;

/** What one project sees, and what the service takes meanwhile. */
export interface Figures {
  p50: number;
  p99: number;
  refused: number;
  /** Most megabytes of the service and its children. */
  memory: number;
  /** Megabytes of the data folder at the end. */
  disk: number;
}

/** Sends calls in sequence. @param send answers with the HTTP status. */
export async function figuresOf(service: RunningPercept, send: () => Promise<number>): Promise<Figures> {
  const times: number[] = [];
  let [refused, memory] = [0, 0];
  const watch = setInterval(() => (memory = Math.max(memory, residentMb(service.process.pid!))), WATCH_MS);
  for (let sample = 0; sample < SAMPLES; sample++) {
    const began = performance.now();
    if ((await send()) !== 200) refused++;
    times.push(performance.now() - began);
  }
  clearInterval(watch);
  memory = Math.max(memory, residentMb(service.process.pid!));
  times.sort((one, other) => one - other);
  const [p50, p99] = [Math.round(times[SAMPLES >> 1]!), Math.round(times.at(-1)!)];
  return { p50, p99, refused, memory: Math.round(memory), disk: diskMb(service.dataDir) };
}

/** Prints what the attack did as a table, and the ratio of the p99 whose goal is 3. */
export function printFigures(attack: string, alone: Figures, under: Figures): void {
  const row = (name: string, { p50, p99, refused, memory, disk }: Figures): string =>
    `| ${attack} | ${name} | ${p50} | ${p99} | ${refused} | ${memory} | ${disk} | |\n`;
  const ratio = (under.p99 / alone.p99).toFixed(1);
  process.stdout.write(
    `\n| attack | B | p50 ms | p99 ms | refused | memory MB | disk MB | p99 under / alone (goal < 3) |\n| --- | --- | --- | --- | --- | --- | --- | --- |\n` +
      row('alone', alone) +
      row('under attack', under).replace(/\| \|\n$/, `| ${ratio} |\n`),
  );
}

/** Resident megabytes of a process and all below it. */
function residentMb(pid: number): number {
  try {
    const own = Number(/^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) / 1024;
    const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ').filter(Boolean).map(Number);
    return children.reduce((sum, child) => sum + residentMb(child), own);
  } catch {
    // It has ended.
    return 0;
  }
}

function diskMb(folder: string): number {
  return Number(execFileSync('du', ['-sm', folder], { encoding: 'utf8' }).split('\t')[0]);
}
