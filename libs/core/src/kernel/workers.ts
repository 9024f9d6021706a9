import { totalmem, availableParallelism } from 'node:os';
import { readFileSync } from 'node:fs';

const CGROUPS = '/sys/fs/cgroup';
const CGROUP_V1 = ['cpu.cfs_quota_us', 'cpu.cfs_period_us'].map((name) => `${CGROUPS}/cpu/${name}`);

type Read = (file: string) => string;

/** Peaks measured with images of 9 megapixels and every feature: see docs/guides/operating.md, Sizing. */
const PROCESS_MB = 300;
const WORKER_MB = 400;
const MEGABYTE = 1024 * 1024;

interface Machine {
  cores: number;
  memoryBytes: number;
}

export interface WorkerPlan extends Machine {
  workers: number;
  /** The reason for this number, for the log. */
  reason: string;
}

/** A container's or a unit's limit counts, not the machine's memory. */
const usableMemory = (): number => Math.min(totalmem(), process.constrainedMemory() || Infinity);

/** How many worker threads to start: as many as wanted, or one for each core that the memory has room for. */
export function planWorkers(
  { wanted, queueMb }: { wanted: number; queueMb: number },
  machine: Machine = { cores: availableCores(), memoryBytes: usableMemory() },
): WorkerPlan {
  if (wanted > 0) return { ...machine, workers: wanted, reason: 'PERCEPT_WORKERS says so' };
  const { cores, memoryBytes } = machine;
  const memoryMb = Math.floor(memoryBytes / MEGABYTE);
  const fitting = Math.max(1, Math.floor((memoryMb - PROCESS_MB - queueMb) / WORKER_MB));
  if (fitting >= cores) return { ...machine, workers: cores, reason: 'one for each core' };
  return {
    ...machine,
    workers: fitting,
    reason: `${memoryMb} MB of memory have room for ${fitting}, though there are ${cores} cores; PERCEPT_WORKERS sets another number`,
  };
}

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
