/** Runs a model in a worker thread like the service's, and prints what its memory does: a MemoryReport. */
import { setTimeout as delay } from 'node:timers/promises';
import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads';
import { Tensor } from 'onnxruntime-node';
import { NativeGate } from '../../../libs/core/src/inference/models/runtime/native-gate';
import { openSession } from '../../../libs/core/src/inference/models/runtime/open-session';

export interface MemoryTrial {
  file: string;
  /** Of the `uint8` image, in pixels. */
  side: number;
  longestSide: number;
  runs: number;
  restsAfterMs?: number;
}

export interface MemoryReport {
  /** Of the later half of the runs. */
  pageFaults: number;
  /** Resident after the runs, in megabytes, and the least of the seconds after them. */
  ranMb: number;
  restedMb: number;
}

const LONGEST_REST_MS = 10_000;

const residentMb = (): number => process.memoryUsage.rss() / 2 ** 20;

async function report({ file, side, longestSide, runs, restsAfterMs }: MemoryTrial): Promise<MemoryReport> {
  const gate = new NativeGate(NativeGate.memory(), 1);
  const session = await openSession(file, 'counted', gate, { longestSide, restsAfterMs });
  const image = new Tensor('uint8', new Uint8Array(3 * side * side), [1, 3, side, side]);
  const run = async (): Promise<void> => {
    for (let i = 0; i < runs; i++) await session.run({ image });
  };
  // The first ones take the memory that the others find.
  await run();
  const before = process.resourceUsage().minorPageFault;
  await run();
  const pageFaults = process.resourceUsage().minorPageFault - before;
  const ranMb = residentMb();
  let restedMb = ranMb;
  const end = Date.now() + (restsAfterMs === undefined ? 0 : LONGEST_REST_MS);
  for (; Date.now() < end && restedMb > ranMb / 2; await delay(50)) restedMb = Math.min(restedMb, residentMb());
  await session.run({ image });
  return { pageFaults, ranMb, restedMb };
}

if (isMainThread) {
  const worker = new Worker(__filename, { workerData: JSON.parse(process.argv[2]!) });
  worker.on('message', (found: MemoryReport) => process.stdout.write(JSON.stringify(found)));
} else {
  void report(workerData as MemoryTrial).then((found) => parentPort!.postMessage(found));
}
