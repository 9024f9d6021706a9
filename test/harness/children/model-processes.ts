import { readdirSync, readFileSync } from 'node:fs';

/** Ids of the processes below a process that run the model of a project. Linux only. */
export function modelProcesses(pid: number): number[] {
  try {
    const children = readdirSync(`/proc/${pid}/task`).flatMap((thread) => startedBy(pid, thread));
    const [program, ...rest] = readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0');
    const isModel = program === process.execPath && rest.some((each) => each.endsWith('model-process.js'));
    return [...(isModel ? [pid] : []), ...children.flatMap((child) => modelProcesses(child))];
  } catch {
    // It has ended.
    return [];
  }
}

function startedBy(pid: number, thread: string): number[] {
  try {
    const list = readFileSync(`/proc/${pid}/task/${thread}/children`, 'utf8');
    return list.split(' ').filter(Boolean).map(Number);
  } catch {
    // The thread has ended: the others may have started some.
    return [];
  }
}
