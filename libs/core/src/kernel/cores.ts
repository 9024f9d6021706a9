import { readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';

const CGROUP_V2 = '/sys/fs/cgroup/cpu.max';
const CGROUP_V1 = ['/sys/fs/cgroup/cpu/cpu.cfs_quota_us', '/sys/fs/cgroup/cpu/cpu.cfs_period_us'] as const;

/** Cores that this process may use: a container's quota counts, not the host's number. At least 1. */
export function usableCores(read: (file: string) => string = (file) => readFileSync(file, 'utf8')): number {
  return Math.max(1, Math.min(availableParallelism(), Math.ceil(quota(read))));
}

/** The cgroup's quota in cores; Infinity where there is none. */
function quota(read: (file: string) => string): number {
  try {
    return cores(read(CGROUP_V2).trim().split(/\s+/));
  } catch {
    try {
      return cores(CGROUP_V1.map((file) => read(file).trim()));
    } catch {
      return Infinity;
    }
  }
}

/** `['150000', '100000']` is one and a half cores; `max` and -1 are no limit. */
function cores([limit, period]: string[]): number {
  const ratio = Number(limit) / Number(period);
  return ratio > 0 ? ratio : Infinity;
}
