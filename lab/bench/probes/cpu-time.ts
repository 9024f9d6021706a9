import { readFileSync } from 'node:fs';
import { median } from '../runner/statistics';

/** Linux counts a process's time in hundredths of a second. */
const TICK_MS = 10;

/** CPU milliseconds that a process has used so far, all its threads together; NaN if there is no /proc. */
export const cpuOfProcess = (pid: number): number => counted(pid, 11);

/** CPU milliseconds of the programs that this process started, counted when they end; NaN if there is no /proc. */
export const cpuOfEndedChildren = (): number => counted('self', 13);

/** Time in user code and in the kernel, which stand beside each other in /proc. */
function counted(pid: number | 'self', from: number): number {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    const [user, system] = stat
      .slice(stat.lastIndexOf(')') + 2)
      .split(' ')
      .slice(from, from + 2)
      .map(Number);
    return (user! + system!) * TICK_MS;
  } catch {
    return Number.NaN;
  }
}

/** CPU milliseconds that the main thread of a process has used so far; NaN if there is no /proc. */
export const cpuOfMainThread = (pid: number): number => scheduled(pid)[0]!;

/**
 * Milliseconds in which the main thread of a process could have run and stood waiting for a core, so far; NaN if there is
 * no /proc.
 */
export const waitedForCore = (pid: number): number => scheduled(pid)[1]!;

/** Milliseconds that the main thread ran, and waited. */
function scheduled(pid: number): number[] {
  try {
    const [ran, waited] = readFileSync(`/proc/${pid}/task/${pid}/schedstat`, 'utf8').split(' ');
    return [Number(ran) / 1e6, Number(waited) / 1e6];
  } catch {
    return [Number.NaN, Number.NaN];
  }
}

/** What each contestant's turns cost in CPU time: a busy neighbour changes it less than it changes the speed. */
export class CpuTimes {
  private readonly turns: Record<string, number[]> = {};

  constructor(private readonly read: (pid: number) => number = cpuOfProcess) {}

  /** Runs a turn and keeps what the process with this id used for each of its images. */
  async during<T>(name: string, { pid, images }: { pid: number; images: number }, turn: () => Promise<T>): Promise<T> {
    const before = this.read(pid);
    const result = await turn();
    (this.turns[name] ??= []).push((this.read(pid) - before) / images);
    return result;
  }

  /** CPU milliseconds for an image: the median of the turns without the first, which warms up. */
  perImage(name: string): number {
    return median(this.turns[name]!.slice(1));
  }
}
