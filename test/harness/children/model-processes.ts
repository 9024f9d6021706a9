import { readdirSync, readFileSync } from 'node:fs';

/** Ids of the processes below a process that run the model of a project. Linux only. */
export function modelProcesses(pid: number): number[] {
  try {
    const lists = readdirSync(`/proc/${pid}/task`).map((thread) => readFileSync(`/proc/${pid}/task/${thread}/children`, 'utf8'));
    const children = lists.flatMap((list) => list.split(' ').filter(Boolean).map(Number));
    const [program, ...rest] = readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0');
    const isModel = program === process.execPath && rest.some((each) => each.endsWith('model-process.js'));
    return [...(isModel ? [pid] : []), ...children.flatMap((child) => modelProcesses(child))];
  } catch {
    // It has ended.
    return [];
  }
}
