import { existsSync, mkdirSync, rmdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import { setTimeout as wait } from 'node:timers/promises';

/** How memory is limited on this machine; undefined if it cannot be. */
export function memoryLimiter() {
  if (existsSync('/sys/fs/cgroup/cgroup.controllers')) return 'cgroup v2';
  if (existsSync('/sys/fs/cgroup/memory/memory.limit_in_bytes')) return 'cgroup v1';
}

let groups = 0;

/** A group whose processes have that much memory together. @throws Error if memory cannot be limited. */
export function memoryGroup(mebibytes) {
  const limiter = memoryLimiter();
  if (!limiter) throw new Error('This machine has no cgroups to limit memory with.');
  const bytes = String(mebibytes * 1024 * 1024);
  const isV2 = limiter === 'cgroup v2';
  const group = join('/sys/fs/cgroup', isV2 ? '' : 'memory', `percept-bare-${process.pid}-${(groups += 1)}`);
  if (isV2) writeFileSync('/sys/fs/cgroup/cgroup.subtree_control', '+memory');
  mkdirSync(group);
  writeFileSync(join(group, isV2 ? 'memory.max' : 'memory.limit_in_bytes'), bytes);
  const swap = join(group, isV2 ? 'memory.swap.max' : 'memory.memsw.limit_in_bytes');
  if (existsSync(swap)) writeFileSync(swap, isV2 ? '0' : bytes);
  return group;
}

export async function removeGroup(group) {
  for (let tries = 0; tries < 50; tries += 1) {
    try {
      return rmdirSync(group);
    } catch {
      // The kernel frees the last process a moment after it ended.
      await wait(100);
    }
  }
}
