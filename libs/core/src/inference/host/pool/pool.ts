import type { MessagePort, Worker } from 'node:worker_threads';
import { Piscina } from 'piscina';
import { NativeGate, disableTelemetry } from '../../models/runtime';
import { removeVideosOfThread } from '../../media/video/video-folders';
import type { ModelRegistry } from '../../models/registry';
import type { UpkeepTask, WorkerAnswer, WorkerMessage, WorkerSettings, WorkerTask } from './messages';
import { ModelReload } from '../reload-models';
import { SetupWatch } from './setup-watch';
import { Setups } from './setups';
import { setFlagsFromString } from 'node:v8';

/**
 * Wait before a failed worker is started again. It doubles each time, so that workers that cannot be loaded do not use up a core.
 */
const FIRST_HEAL_MS = 1_000;
const LONGEST_HEAL_MS = 60_000;
const LONGEST_IDLE_CHECK_MS = 60_000;

type Transferable = ArrayBuffer | MessagePort;

interface PoolOptions {
  workers: number;
  /** Absolute path of the compiled worker entry. */
  workerPath: string;
  settings: Omit<WorkerSettings, 'gates'>;
  /** Megabytes of JavaScript heap in each worker. */
  heapMb: number;
  /** Milliseconds in which each capability must be set up. */
  setupLimitMs: number;
  /**
   * Milliseconds without calls after which a worker is replaced if it holds more than the preloaded capabilities; never when
   * absent.
   */
  idleMs?: number;
  /** A worker has become free. */
  onFree(): void;
  /** A capability cannot be set up: it threw, or it ended its worker again and again. */
  onUnusable(capability: string, reason: string): void;
  /** A worker has ended unexpectedly. */
  onLost(reason: string): void;
}

/**
 * Piscina's worker threads, each identified by its thread id. Only a thread that has set up the preloaded capabilities gets calls,
 * one at a time. A thread that ends is replaced.
 */
export class WorkerPool {
  private piscina: Piscina<WorkerTask, WorkerAnswer>;
  private readonly warm = new Set<number>();
  private readonly busy = new Set<number>();
  private readonly retiring = new Set<number>();
  private readonly setups = new Setups();
  private readonly watchedSetups: SetupWatch;
  private readonly watched = new WeakSet<Worker>();
  private readonly gates = NativeGate.memory();
  private readonly reloading = new ModelReload({
    alive: () => this.alive(),
    isIdle: (thread) => this.warm.has(thread) && !this.busy.has(thread),
    send: (thread, registry) => this.direct(thread, { registry }) as Promise<string[]>,
    onFree: () => this.options.onFree(),
  });
  private directed: number | undefined;
  private closing = false;
  private healing: NodeJS.Timeout | undefined;
  private healAfterMs = FIRST_HEAL_MS;
  private settleReady!: () => void;
  /** Keeps the process alive, which Piscina's idle threads do not: somebody may be waiting for the first warm one. */
  private readonly starting = setInterval(() => {}, 60_000);
  private readonly idling: NodeJS.Timeout | undefined;
  /** Threads whose end is expected because nobody needs them. */
  private readonly expected = new Set<number>();
  restarts = 0;
  /** Settled when all workers are warm for the first time. */
  readonly ready = new Promise<void>((resolve) => (this.settleReady = resolve)).finally(() => clearInterval(this.starting));

  constructor(private readonly options: PoolOptions) {
    tuneGarbageCollector();
    disableTelemetry();
    this.watchedSetups = new SetupWatch({
      limitMs: options.setupLimitMs,
      onLate: (thread) => this.end(thread),
      onUnusable: (capability, reason) => this.leaveOut(capability, reason),
    });
    this.piscina = this.start();
    const { idleMs } = options;
    if (idleMs) this.idling = setInterval(() => this.replaceIdle(idleMs), Math.min(idleMs, LONGEST_IDLE_CHECK_MS)).unref();
  }

  private start(): Piscina<WorkerTask, WorkerAnswer> {
    const piscina = new Piscina<WorkerTask, WorkerAnswer>({
      filename: this.options.workerPath,
      minThreads: this.options.workers,
      maxThreads: this.options.workers,
      // A worker that waits in Atomics.wait() runs no timers and never notices what a plugin left behind.
      atomics: 'disabled',
      workerData: { ...this.options.settings, gates: this.gates } satisfies WorkerSettings,
      resourceLimits: { maxOldGenerationSizeMb: this.options.heapMb },
      recordTiming: false,
      loadBalancer: (_task, workers) => workers.find(({ id }) => id === this.directed) ?? null,
    });
    const watchAll = () => piscina.threads.filter((thread) => !this.watched.has(thread)).forEach((thread) => this.watch(thread));
    piscina.on('message', (message: WorkerMessage) => this.onMessage(message));
    // The replacement exists by then, though still loading. 'workerCreate' would come after that.
    piscina.on('workerDestroy', () => setImmediate(watchAll));
    // A worker that dies between calls fails nobody's call; watch() sees it end and Piscina replaces it.
    piscina.on('error', (error: Error) => this.options.onLost(error.stack ?? error.message));
    watchAll();
    return piscina;
  }

  /** Whether a call would start at once. */
  hasFree(): boolean {
    return this.piscina.threads.some(({ threadId }) => this.isFree(threadId));
  }

  /** Whether workers have failed to load since one was last warm: until one loads, there is none. */
  get isFailing(): boolean {
    return this.healAfterMs > FIRST_HEAL_MS;
  }

  get busyCount(): number {
    return this.piscina.threads.filter(({ threadId }) => this.busy.has(threadId)).length;
  }

  /** Capabilities that at least one worker has set up. */
  get warmCapabilities(): string[] {
    return this.setups.all();
  }

  /**
   * Reserves a free worker, preferably one that has set the capability up. Call it only while `hasFree()`.
   * @returns the thread, which `run` or `release` frees again.
   */
  take(capability: string): number {
    const free = this.piscina.threads.map(({ threadId }) => threadId).filter((thread) => this.isFree(thread));
    const thread = free.find((each) => this.setups.has(each, capability)) ?? free[0]!;
    this.busy.add(thread);
    return thread;
  }

  isPrepared(thread: number, capability: string): boolean {
    return this.setups.has(thread, capability);
  }

  /**
   * Sets a capability up in a reserved worker.
   * @returns why that was not possible. @throws Error where it ended the worker.
   */
  async setUp(thread: number, capability: string): Promise<string | undefined> {
    this.watchedSetups.begin(thread, capability);
    const [problem] = (await this.direct(thread, { setUp: capability })) as string[];
    this.watchedSetups.end(thread);
    if (problem === undefined) this.setups.add(thread, [capability]);
    return problem;
  }

  /** Runs a call on a reserved worker; aborting the signal ends the worker. */
  async run(thread: number, task: WorkerTask, transferList: Transferable[], signal: AbortSignal): Promise<WorkerAnswer> {
    const end = new AbortController();
    const answer = this.direct(thread, task, { transferList, signal: end.signal }) as Promise<WorkerAnswer>;
    const endSafely = async () => {
      await this.gate(thread).close();
      end.abort(signal.reason);
    };
    const aborted = () => void endSafely();
    signal.addEventListener('abort', aborted, { once: true });
    try {
      return await answer;
    } finally {
      this.setups.called(thread, task.capability);
      signal.removeEventListener('abort', aborted);
      if (signal.aborted && this.warm.has(thread)) this.retire(thread);
      this.release(thread);
    }
  }

  /** Frees a reserved worker that has nothing more to do. */
  release(thread: number): void {
    this.busy.delete(thread);
    this.reloading.changed();
    if (this.retiring.has(thread)) this.end(thread);
  }

  /** Loads other models in the workers, one worker after another. @returns the reasons why models could not be loaded. */
  reloadModels(registry: ModelRegistry): Promise<string[]> {
    // Workers that start later read this setting.
    this.options.settings.models = registry;
    return this.reloading.run(registry);
  }

  private direct(thread: number, task: WorkerTask | UpkeepTask, options = {}): Promise<WorkerAnswer | string[]> {
    // A task for a thread that is not there would wait for ever.
    if (!this.alive().includes(thread)) return Promise.reject(new Error('the worker has ended'));
    this.directed = thread;
    const answer = this.piscina.run(task as WorkerTask, options) as Promise<WorkerAnswer | string[]>;
    this.directed = undefined;
    return answer;
  }

  /** Replaces free workers that hold models which nobody calls: memory returns to the system when a thread ends. */
  private replaceIdle(idleMs: number): void {
    const { preload } = this.options.settings;
    for (const thread of this.alive().filter((each) => this.isFree(each))) {
      if (!this.setups.isIdle(thread, preload, idleMs)) continue;
      this.expected.add(thread);
      this.retire(thread);
    }
  }

  async close(): Promise<void> {
    this.closing = true;
    this.reloading.changed();
    for (const timer of [this.starting, this.idling, this.healing]) clearTimeout(timer);
    const alive = this.piscina.threads.filter(({ threadId }) => threadId > 0);
    await Promise.all(alive.map(({ threadId }) => this.gate(threadId).close()));
    await this.piscina.destroy();
  }

  private alive(): number[] {
    return this.closing ? [] : this.piscina.threads.map(({ threadId }) => threadId);
  }

  private isFree(thread: number): boolean {
    return this.warm.has(thread) && !this.busy.has(thread) && !this.reloading.isHeld(thread);
  }

  private gate(thread: number): NativeGate {
    return new NativeGate(this.gates, thread);
  }

  private watch(thread: Worker): void {
    const id = thread.threadId;
    this.watched.add(thread);
    thread.once('exit', () => {
      this.gate(id).reset();
      removeVideosOfThread(id);
      this.lost(id);
      this.reloading.changed();
      setImmediate(() => this.heal());
    });
  }

  /** Restarts Piscina, which stops replacing workers after one ended while loading. */
  private heal(): void {
    const { threads } = this.piscina;
    if (this.closing || threads.length >= this.options.workers) return;
    for (const { threadId } of threads) this.retire(threadId);
    if (threads.length > 0 || this.healing) return;
    this.healing = setTimeout(() => {
      this.healing = undefined;
      this.piscina = this.start();
    }, this.healAfterMs);
    this.healAfterMs = Math.min(this.healAfterMs * 2, LONGEST_HEAL_MS);
  }

  /** Lets the current call end, then has the thread replaced. */
  private retire(thread: number): void {
    this.warm.delete(thread);
    this.retiring.add(thread);
    if (!this.busy.has(thread)) this.end(thread);
  }

  /** Ends a thread, though never inside native code. */
  private end(thread: number): void {
    const worker = this.piscina.threads.find(({ threadId }) => threadId === thread);
    if (!worker) return;
    const closed = this.gate(thread).close();
    void closed.then(() => worker.terminate());
  }

  private lost(thread: number): void {
    this.setups.forget(thread);
    if (this.closing) return;
    if (!this.expected.delete(thread)) this.restarts++;
    const capability = this.watchedSetups.end(thread);
    this.warm.delete(thread);
    if (!this.retiring.delete(thread)) this.watchedSetups.strike(capability);
  }

  private leaveOut(capability: string, reason: string): void {
    // Every worker that starts from now on reads this list again.
    this.options.settings.leftOut.push(capability);
    this.options.onUnusable(capability, reason);
  }

  private onMessage(message: WorkerMessage): void {
    if (message.type === 'setting up') return this.watchedSetups.begin(message.thread, message.capability);
    if (message.type === 'stray error') {
      if (message.reason) this.options.onLost(message.reason);
      this.watchedSetups.end(message.thread);
      this.watchedSetups.strike(message.setupOf);
      this.retire(message.thread);
      return;
    }
    this.watchedSetups.end(message.thread);
    this.warm.add(message.thread);
    this.setups.add(message.thread, message.setUp);
    this.reloading.changed();
    this.healAfterMs = FIRST_HEAL_MS;
    for (const { capability, reason } of message.failures) this.options.onUnusable(capability, reason);
    if (this.warm.size >= this.options.workers) this.settleReady();
    this.options.onFree();
  }
}

/** Sets how V8 collects garbage in this thread and in threads that start from now on. */
function tuneGarbageCollector(): void {
  // A worker's heap is small and steady, while megabytes of pixels pass through. By default V8 lets such a heap grow by a tenth,
  // which causes a full collection every four images; three times the live size means one every forty.
  setFlagsFromString('--heap-growing-percent=200');
  // Here one thread copies the live objects of a young heap before other threads wake up; on busy cores it would wait for them.
  setFlagsFromString('--no-parallel-scavenge');
}
