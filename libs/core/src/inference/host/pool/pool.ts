import type { MessagePort, Worker } from 'node:worker_threads';
import { Piscina } from 'piscina';
import { moved, type Transitions } from '../../../kernel';
import { NativeGate, disableTelemetry } from '../../models/runtime';
import { removeVideosOfThread } from '../../media/video/video-folders';
import type { ModelRegistry } from '../../models/registry';
import type { UpkeepTask, WorkerAnswer, WorkerMessage, WorkerSettings, WorkerTask } from './messages';
import { ModelReload } from '../reload-models';
import { PoolThread } from './pool-thread';
import { SetupWatch } from './setup-watch';
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
 * Whether workers can be loaded. Piscina stops replacing workers after one ended while loading, so it is started again, after ever
 * longer waits. `waitMs` is the wait.
 *
 *             all ended while loading         the wait is over
 *     working ───────────────────────▶ waiting ──────────────▶ retrying
 *        ▲                                ▲ ──── all ended again ──┤
 *        └─────────────── one was loaded ──────────────────────────┘
 *
 * `close` leads from each of them to closing.
 */
type PoolState =
  | { is: 'working' }
  | { is: 'waiting'; waitMs: number; timer: NodeJS.Timeout }
  | { is: 'retrying'; waitMs: number }
  | { is: 'closing' };

export const POOL_TRANSITIONS: Transitions<PoolState> = {
  working: ['waiting', 'closing'],
  waiting: ['retrying', 'closing'],
  retrying: ['working', 'waiting', 'closing'],
  closing: [],
};

/** Piscina's worker threads, each identified by its thread id. A thread that ends is replaced. */
export class WorkerPool {
  private state: PoolState = { is: 'working' };
  private piscina: Piscina<WorkerTask, WorkerAnswer>;
  private readonly threads = new Map<number, PoolThread>();
  private readonly watchedSetups: SetupWatch;
  private readonly gates = NativeGate.memory();
  private readonly reloading = new ModelReload({
    alive: () => this.alive(),
    isIdle: (thread) => this.threads.get(thread)?.isFree ?? false,
    send: (thread, registry) => this.direct(thread, { registry }) as Promise<string[]>,
    onFree: () => this.options.onFree(),
  });
  /** The thread that Piscina gives the next task. */
  private directed: number | undefined;
  private readonly settleReady: () => void;
  /** Keeps the process alive, which Piscina's idle threads do not: somebody may be waiting for the first warm one. */
  private readonly starting = setInterval(() => {}, 60_000);
  private readonly idling: NodeJS.Timeout | undefined;
  restarts = 0;
  /** Settled when all workers are warm for the first time. */
  readonly ready: Promise<void>;

  constructor(private readonly options: PoolOptions) {
    tuneGarbageCollector();
    disableTelemetry();
    this.watchedSetups = new SetupWatch({
      limitMs: options.setupLimitMs,
      onLate: (thread) => this.end(thread),
      onUnusable: (capability, reason) => this.leaveOut(capability, reason),
    });
    let settle!: () => void;
    this.ready = new Promise<void>((resolve) => (settle = resolve)).finally(() => clearInterval(this.starting));
    this.settleReady = settle;
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
    const watchAll = () =>
      piscina.threads.filter(({ threadId: id }) => id > 0 && !this.threads.has(id)).forEach((thread) => this.watch(thread));
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
    return this.state.is === 'waiting' || this.state.is === 'retrying';
  }

  get busyCount(): number {
    return this.count(({ isBusy }) => isBusy);
  }

  /** Capabilities that at least one worker has set up. */
  get warmCapabilities(): string[] {
    return [...new Set([...this.threads.values()].flatMap(({ setUp }) => setUp))].sort();
  }

  /**
   * Reserves a free worker, preferably one that has set the capability up. Call it only while `hasFree()`.
   * @returns the thread, which `run` or `release` frees again.
   */
  take(capability: string): number {
    const free = this.piscina.threads.map(({ threadId }) => threadId).filter((thread) => this.isFree(thread));
    const thread = free.find((each) => this.isPrepared(each, capability)) ?? free[0]!;
    this.threads.get(thread)!.take();
    return thread;
  }

  isPrepared(thread: number, capability: string): boolean {
    return this.threads.get(thread)?.has(capability) ?? false;
  }

  /**
   * Sets a capability up in a reserved worker.
   * @returns why that was not possible. @throws Error where it ended the worker.
   */
  async setUp(thread: number, capability: string): Promise<string | undefined> {
    this.watchedSetups.begin(thread, capability);
    const [problem] = (await this.direct(thread, { setUp: capability })) as string[];
    this.watchedSetups.end(thread);
    if (problem === undefined) this.threads.get(thread)?.used(capability);
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
      if (this.isPrepared(thread, task.capability)) this.threads.get(thread)!.used(task.capability);
      signal.removeEventListener('abort', aborted);
      if (signal.aborted) this.retire(thread);
      this.release(thread);
    }
  }

  /** Frees a reserved worker that has nothing more to do. */
  release(thread: number): void {
    if (this.threads.get(thread)?.release()) this.end(thread);
    this.reloading.changed();
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
      if (this.threads.get(thread)!.isIdle(preload, idleMs)) this.retire(thread, 'unneeded');
    }
  }

  async close(): Promise<void> {
    if (this.state.is !== 'closing') this.enter({ is: 'closing' });
    this.reloading.changed();
    for (const timer of [this.starting, this.idling]) clearTimeout(timer);
    const alive = this.piscina.threads.filter(({ threadId }) => threadId > 0);
    await Promise.all(alive.map(({ threadId }) => this.gate(threadId).close()));
    await this.piscina.destroy();
  }

  private alive(): number[] {
    return this.state.is === 'closing' ? [] : this.piscina.threads.map(({ threadId }) => threadId);
  }

  private isFree(thread: number): boolean {
    return (this.threads.get(thread)?.isFree ?? false) && !this.reloading.isHeld(thread);
  }

  private count(which: (thread: PoolThread) => boolean): number {
    return [...this.threads.values()].filter(which).length;
  }

  private gate(thread: number): NativeGate {
    return new NativeGate(this.gates, thread);
  }

  private watch(thread: Worker): void {
    const id = thread.threadId;
    this.threads.set(id, new PoolThread(thread));
    thread.once('exit', () => {
      this.gate(id).reset();
      removeVideosOfThread(id);
      this.lost(id);
      this.reloading.changed();
      setImmediate(() => this.heal());
    });
  }

  /** Starts Piscina again once all its workers have ended. */
  private heal(): void {
    const { threads } = this.piscina;
    const { state } = this;
    if (state.is === 'closing' || state.is === 'waiting' || threads.length >= this.options.workers) return;
    for (const { threadId } of threads) this.retire(threadId);
    if (threads.length > 0) return;
    const waitMs = state.is === 'working' ? FIRST_HEAL_MS : Math.min(state.waitMs * 2, LONGEST_HEAL_MS);
    const timer = setTimeout(() => {
      this.enter({ is: 'retrying', waitMs });
      this.piscina = this.start();
    }, waitMs);
    this.enter({ is: 'waiting', waitMs, timer });
  }

  private enter(next: PoolState): void {
    if (this.state.is === 'waiting') clearTimeout(this.state.timer);
    this.state = moved(this.state, next, POOL_TRANSITIONS);
  }

  /** Lets the current call end, then has the thread replaced. */
  private retire(thread: number, why: 'unneeded' | 'unfit' = 'unfit'): void {
    if (this.threads.get(thread)?.retire(why)) this.end(thread);
  }

  /** Ends a thread, though never inside native code. */
  private end(thread: number): void {
    const known = this.threads.get(thread);
    if (known)
      void this.gate(thread)
        .close()
        .then(() => known.terminate());
  }

  private lost(thread: number): void {
    const leaves = this.threads.get(thread)?.leaves;
    this.threads.delete(thread);
    if (this.state.is === 'closing') return;
    if (leaves !== 'unneeded') this.restarts++;
    const capability = this.watchedSetups.end(thread);
    if (!leaves) this.watchedSetups.strike(capability);
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
    this.threads.get(message.thread)?.loaded(message.setUp);
    this.reloading.changed();
    if (this.state.is === 'retrying') this.enter({ is: 'working' });
    for (const { capability, reason } of message.failures) this.options.onUnusable(capability, reason);
    if (this.count(({ isWarm }) => isWarm) >= this.options.workers) this.settleReady();
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
