import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import type { Portion, VectorAnswers, VectorReply, VectorTask } from './vector-tasks';

type Waiting = { resolve: (answer: never) => void; reject: (error: Error) => void; onProgress?: (portion: Portion) => void };

/** A thread that holds vectors. It starts with its first task, and does one at a time. */
export class VectorThread {
  private worker: Worker | undefined;
  private readonly waiting = new Map<number, Waiting>();
  private next = 0;

  /** @param onLost called when the thread ends by itself: its vectors are gone. */
  constructor(private readonly onLost: () => void = () => undefined) {}

  /** @throws Error if the task fails or the thread ends. */
  run<K extends VectorTask['kind']>(
    asked: Extract<VectorTask, { kind: K }>,
    onProgress?: (portion: Portion) => void,
  ): Promise<VectorAnswers[K]> {
    const task: VectorTask = asked;
    this.worker ??= this.start();
    const id = this.next++;
    const answered = new Promise<VectorAnswers[K]>((resolve, reject) => this.waiting.set(id, { resolve, reject, onProgress }));
    this.worker.ref();
    this.worker.postMessage({ id, task }, task.kind === 'put' ? [task.batch.vectors.buffer as ArrayBuffer] : []);
    return answered;
  }

  async close(): Promise<void> {
    const { worker } = this;
    this.worker = undefined;
    this.fail(new Error('The thread of vectors was closed.'));
    await worker?.terminate();
  }

  private start(): Worker {
    const worker = new Worker(join(__dirname, 'vector-worker.js'));
    worker.on('message', (reply: VectorReply) => {
      const waiting = this.waiting.get(reply.id);
      if ('progress' in reply) return waiting?.onProgress?.(reply.progress);
      this.waiting.delete(reply.id);
      // The thread must not keep the process alive while it has no task.
      if (this.waiting.size === 0) worker.unref();
      if ('error' in reply) waiting?.reject(new Error(reply.error));
      else waiting?.resolve(reply.answer as never);
    });
    const lost = (error: Error): void => {
      if (this.worker !== worker) return;
      this.worker = undefined;
      this.fail(error);
      this.onLost();
    };
    worker.on('error', lost);
    worker.on('exit', (code) => lost(new Error(`The thread of vectors ended with code ${code}.`)));
    return worker;
  }

  private fail(error: Error): void {
    for (const { reject } of this.waiting.values()) reject(error);
    this.waiting.clear();
  }
}
