import { totalmem } from 'node:os';
import { availableCores } from './cores';

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
