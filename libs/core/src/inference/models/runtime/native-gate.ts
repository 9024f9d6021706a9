import { setTimeout as delay } from 'node:timers/promises';

/** Each thread's slot is its id modulo this; more threads never live at once. */
const MAX_THREADS = 4096;
/** Added to the number of calls inside. The sum is then negative, and lets no call in. */
const CLOSED = -(2 ** 30);
const POLL_INTERVAL_MS = 2;
/** A run takes milliseconds. A run that began but never ends because its thread hangs must not be waited for. */
const MAX_WAIT_MS = 10_000;

/**
 * Keeps a thread from being ended inside ONNX Runtime. `worker.terminate()` in the middle of a run makes its binding throw when
 * throwing is no longer possible, and the whole process aborts. So every native call of the thread passes the gate, and the gate is
 * closed before the thread is ended.
 */
export class NativeGate {
  private readonly state: Int32Array;
  private readonly slot: number;

  /** Memory that the threads and their owner share; each thread receives it at its start. */
  static memory(): SharedArrayBuffer {
    return new SharedArrayBuffer(MAX_THREADS * Int32Array.BYTES_PER_ELEMENT);
  }

  constructor(memory: SharedArrayBuffer, thread: number) {
    this.state = new Int32Array(memory);
    this.slot = thread % MAX_THREADS;
  }

  /** Called in the thread: does native work, or never resolves if the thread is about to be ended. */
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

  /** Called from outside: lets no more calls in. Resolves once no call is inside and the thread may be ended. */
  async close(): Promise<void> {
    if (Atomics.load(this.state, this.slot) >= 0) Atomics.add(this.state, this.slot, CLOSED);
    const end = performance.now() + MAX_WAIT_MS;
    while (Atomics.load(this.state, this.slot) > CLOSED && performance.now() < end) await delay(POLL_INTERVAL_MS);
  }

  /** Called from outside after the thread's end: frees its slot for another thread. */
  reset(): void {
    Atomics.store(this.state, this.slot, 0);
  }
}
