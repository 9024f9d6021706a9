import { readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';

const CGROUPS = '/sys/fs/cgroup';
const CGROUP_V1 = ['cpu.cfs_quota_us', 'cpu.cfs_period_us'].map((name) => `${CGROUPS}/cpu/${name}`);

type Read = (file: string) => string;

/** The number of cores that this process may use, at least 1. The quota of a container or unit counts, not the host's number. */
export function availableCores(read: Read = (file) => readFileSync(file, 'utf8')): number {
  const quotas = cgroups(read).map((folder) => cores(readOr(read, `${folder}/cpu.max`, 'max').trim().split(/\s+/)));
  const v1 = cores(CGROUP_V1.map((file) => readOr(read, file, 'max').trim()));
  return Math.max(1, Math.min(availableParallelism(), Math.ceil(Math.min(v1, ...quotas))));
}

/** The folders of this process's cgroup and its ancestors. Each of them sets a limit. */
function cgroups(read: Read): string[] {
  const own = /^0::(.*)$/m.exec(readOr(read, '/proc/self/cgroup', ''))?.[1] ?? '';
  const names = own.split('/').filter(Boolean);
  return [CGROUPS, ...names.map((_, index) => [CGROUPS, ...names.slice(0, index + 1)].join('/'))];
}

function readOr(read: Read, file: string, fallback: string): string {
  try {
    return read(file);
  } catch {
    return fallback;
  }
}

/** `['150000', '100000']` is one and a half cores; `max` and -1 mean unlimited. */
function cores([limit, period]: string[]): number {
  const ratio = Number(limit) / Number(period);
  return ratio > 0 ? ratio : Infinity;
}
