import { setTimeout as delay } from 'node:timers/promises';

/** Threads are told apart by their id modulo this; more never live at once. */
const MAX_THREADS = 4096;
/** Added to the number of those inside: a negative state lets nobody in. */
const CLOSED = -(2 ** 30);
const POLL_INTERVAL_MS = 2;
/** A run takes milliseconds. One that was begun but never gets its turn, since its thread hangs, must not be waited for. */
const MAX_WAIT_MS = 10_000;

/**
 * Keeps a thread from being ended inside ONNX Runtime. `worker.terminate()` in the middle of a run makes its binding throw
 * if nothing can be thrown any more, and the whole process aborts. So the thread passes the gate with every native call,
 * and the gate is closed before the thread is ended.
 */
export class NativeGate {
  private readonly state: Int32Array;
  private readonly slot: number;

  /** What the threads and their owner share; handed to each thread at its start. */
  static memory(): SharedArrayBuffer {
    return new SharedArrayBuffer(MAX_THREADS * Int32Array.BYTES_PER_ELEMENT);
  }

  constructor(memory: SharedArrayBuffer, thread: number) {
    this.state = new Int32Array(memory);
    this.slot = thread % MAX_THREADS;
  }

  /** In the thread: does native work, or never comes back where the thread is about to be ended. */
  async pass<T>(work: () => Promise<T>): Promise<T> {
    if (!this.enter()) return new Promise<never>(() => {});
    try {
      return await work();
    } finally {
      Atomics.sub(this.state, this.slot, 1);
    }
  }

  private enter(): boolean {
    for (;;) {
      const inside = Atomics.load(this.state, this.slot);
      if (inside < 0) return false;
      if (Atomics.compareExchange(this.state, this.slot, inside, inside + 1) === inside) return true;
    }
  }

  /** From outside: lets nobody in any more; settled as soon as nobody is inside and the thread may be ended. */
  async close(): Promise<void> {
    if (Atomics.load(this.state, this.slot) >= 0) Atomics.add(this.state, this.slot, CLOSED);
    const end = performance.now() + MAX_WAIT_MS;
    while (Atomics.load(this.state, this.slot) > CLOSED && performance.now() < end) await delay(POLL_INTERVAL_MS);
  }

  /** From outside, after the thread's end: the place is free for another one. */
  reset(): void {
    Atomics.store(this.state, this.slot, 0);
  }
}
