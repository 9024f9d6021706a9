import { readFileSync } from 'node:fs';

/** Linux counts processor time in hundredths of a second. */
const TICK_MS = 10;
/** On a busy machine, a process may take this many times as long as its processor time. */
const PATIENCE = 6;
const LOOKS = 10;
const LONGEST_PAUSE_MS = 500;

/**
 * Calls `over` once the process and its descendants have used that much processor time, or after six times as long by the clock: a
 * busy machine may give them little. Where the system does not report processor time, the clock alone counts.
 * @returns a function that ends the watch.
 */
export function watchOwnTime(pid: number, limitMs: number, over: (reason: string) => void): () => void {
  const [begun, before] = [performance.now(), ownTime(pid)];
  const timer = setInterval(
    () => {
      const waited = performance.now() - begun;
      const now = before === undefined ? undefined : ownTime(pid);
      const used = before === undefined || now === undefined ? waited : now - before;
      if (used >= limitMs) over(`took longer than ${limitMs / 1000} s.`);
      else if (waited >= limitMs * PATIENCE) over(`did not answer within ${(limitMs * PATIENCE) / 1000} s.`);
    },
    Math.min(LONGEST_PAUSE_MS, limitMs / LOOKS),
  );
  return () => clearInterval(timer);
}

/** Processor milliseconds of a process and its descendants; undefined where there is no /proc. */
function ownTime(pid: number): number | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // After the name, which may have spaces: user and system time are fields 14 and 15.
    const [user, system] = stat
      .slice(stat.lastIndexOf(')') + 2)
      .split(' ')
      .slice(11, 13)
      .map(Number);
    const below = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ').filter(Boolean).map(Number);
    return below.reduce((sum, child) => sum + (ownTime(child) ?? 0), (user! + system!) * TICK_MS);
  } catch {
    return undefined;
  }
}
