// Detects on one image in a worker thread of its own, again and again; posts the labels each time.
import { modelPluginModules } from '@percept/plugins';
import { parentPort, threadId, workerData } from 'node:worker_threads';
import { NativeGate } from '../../../libs/core/src/inference/models/runtime';
import { openModels } from '../../../libs/core/src/inference/models';
import { openImage } from '../../../libs/core/src/inference/media/images';

export interface DetectOrders {
  modelsDir: string;
  dataDir: string;
  bytes: Uint8Array;
  /** Rounds before the models are closed and the thread ends by itself; Infinity: until it is ended. */
  rounds: number;
  gates: SharedArrayBuffer;
}

const LIMITS = { maxBytes: 1e7, maxSide: 4096 };

async function main(): Promise<void> {
  const request = workerData as DetectOrders;
  const models = openModels({ ...request, extensions: modelPluginModules(), gate: new NativeGate(request.gates, threadId) });
  const detector = await models.get('object-detection');
  await models.warm();
  for (let round = 0; round < request.rounds; round++) {
    const image = await openImage(request.bytes, LIMITS);
    const objects = await detector.run(image, { minConfidence: 0.6 });
    parentPort!.postMessage(objects.map((object) => object.label));
  }
  await models.close();
}

void main();
