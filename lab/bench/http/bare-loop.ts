import { once } from 'node:events';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';

export interface BareSetup {
  workers: number;
  /** Path of the ONNX file. */
  model: string;
  /** Paths of the images; the loop goes round them. */
  images: readonly string[];
  /** Read each image from its file in every turn, instead of once before the first. */
  fromDisk: boolean;
}

/** What a worker is told: how many images the turn has, and the counter that the workers share. */
export interface Turn {
  images: number;
  next: SharedArrayBuffer;
}

/**
 * What the machine can do at most: sharp and onnxruntime-node in plain worker threads, and nothing else. The peer that
 * the service is measured against.
 */
export class BareLoop {
  private constructor(private readonly workers: readonly Worker[]) {}

  /** Resolves when every worker has loaded the model and looked at one image. */
  static async start(setup: BareSetup): Promise<BareLoop> {
    const workers = Array.from(
      { length: setup.workers },
      () => new Worker(join(__dirname, 'bare-worker.js'), { workerData: setup }),
    );
    await Promise.all(workers.map((worker) => once(worker, 'message')));
    return new BareLoop(workers);
  }

  /** Processes this many images. @returns images per second. */
  async turn(images: number): Promise<number> {
    const turn: Turn = { images, next: new SharedArrayBuffer(4) };
    const started = performance.now();
    const done = this.workers.map((worker) => once(worker, 'message'));
    for (const worker of this.workers) worker.postMessage(turn);
    await Promise.all(done);
    return (images * 1000) / (performance.now() - started);
  }

  async close(): Promise<void> {
    await Promise.all(this.workers.map((worker) => worker.terminate()));
  }
}
