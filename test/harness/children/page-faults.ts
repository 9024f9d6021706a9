/** Counts the page faults of a model's runs, in a worker thread like the service's. Prints them. */
import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads';
import { Tensor } from 'onnxruntime-node';
import { NativeGate } from '../../../libs/core/src/inference/models/runtime/native-gate';
import { openSession } from '../../../libs/core/src/inference/models/runtime/session';

export interface FaultsTrial {
  file: string;
  /** Of the `uint8` image, in pixels. */
  side: number;
  longestSide: number;
  runs: number;
}

async function faultsOf({ file, side, longestSide, runs }: FaultsTrial): Promise<number> {
  const session = await openSession(file, 'counted', new NativeGate(NativeGate.memory(), 1), longestSide);
  const image = new Tensor('uint8', new Uint8Array(3 * side * side), [1, 3, side, side]);
  const run = async (): Promise<void> => {
    for (let i = 0; i < runs; i++) await session.run({ image });
  };
  // The first ones take the memory that the others find.
  await run();
  const before = process.resourceUsage().minorPageFault;
  await run();
  return process.resourceUsage().minorPageFault - before;
}

if (isMainThread) {
  const worker = new Worker(__filename, { workerData: JSON.parse(process.argv[2]!) });
  worker.on('message', (faults: number) => process.stdout.write(String(faults)));
} else {
  void faultsOf(workerData as FaultsTrial).then((faults) => parentPort!.postMessage(faults));
}
