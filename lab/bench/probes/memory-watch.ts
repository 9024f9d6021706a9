import { readFileSync } from 'node:fs';

const EVERY_MS = 20;

/** Megabytes of a process that are in memory now; NaN if there is no /proc. */
export function residentMb(pid: number): number {
  try {
    return Number(/^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024;
  } catch {
    return NaN;
  }
}

/** Looks at the memory of a process again and again. */
export class MemoryWatch {
  constructor(private readonly pid: number) {}

  /** The most that the process had in memory while `work` was under way. */
  async during<T>(work: () => Promise<T>): Promise<{ result: T; peakMb: number }> {
    let peakMb = residentMb(this.pid);
    const timer = setInterval(() => (peakMb = Math.max(peakMb, residentMb(this.pid))), EVERY_MS);
    try {
      return { result: await work(), peakMb };
    } finally {
      clearInterval(timer);
    }
  }
}
