import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpus } from 'node:os';

const MS = 1_000;
/** Prints how many rounds of plain computing it did. */
const PROGRAM = `
let rounds = 0, value = 0;
for (const end = Date.now() + ${MS}; Date.now() < end; rounds++) for (let n = 0; n < 1e6; n++) value = (value * 31 + n) | 0;
console.log(rounds);`;

/** What the cores of this machine can do: rounds per second of processes that only compute. Two logical cores may be one real one. */
export async function computing(processes: number): Promise<number> {
  const rounds = Array.from({ length: processes }, async () => {
    const child = spawn(process.execPath, ['-e', PROGRAM], { stdio: ['ignore', 'pipe', 'inherit'] });
    const [[printed]] = await Promise.all([once(child.stdout, 'data'), once(child, 'exit')]);
    return Number(String(printed));
  });
  return ((await Promise.all(rounds)).reduce((sum, each) => sum + each, 0) * 1_000) / MS;
}

/** Milliseconds that all logical cores together were busy since the machine started. */
export function busyMs(): number {
  return cpus().reduce((sum, { times: { user, nice, sys, irq } }) => sum + user + nice + sys + irq, 0);
}
