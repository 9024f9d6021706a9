import { statfs } from 'node:fs/promises';
import { freemem, totalmem } from 'node:os';
import { mainThreadLag } from '../health/main-thread-lag';
import type { MachineResponse } from './overview-responses';

/** Memory of this process and its machine and the disk of `folder`, in bytes; the delay of the main thread, in ms. */
export async function machineState(folder: string): Promise<MachineResponse> {
  const { bavail, blocks, bsize } = await statfs(folder);
  const total = Math.min(totalmem(), process.constrainedMemory() || Infinity);
  return {
    process_memory_bytes: process.memoryUsage.rss(),
    // `availableMemory` respects a container's limit. Node 20 may return 0 if there is none.
    free_memory_bytes: Math.min(process.availableMemory() || freemem(), total),
    total_memory_bytes: total,
    free_disk_bytes: bavail * bsize,
    total_disk_bytes: blocks * bsize,
    main_thread_lag_ms: Math.round(mainThreadLag().ms(99)),
  };
}
