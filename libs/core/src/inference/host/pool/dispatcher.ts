import { MessageChannel, receiveMessageOnPort } from 'node:worker_threads';
import { NOBODYS_SHARE, PerceptError } from '../../../kernel';
import type { CallTime } from './call-time';
import type { CapabilityDefinition, Progress } from '../../declaration';
import { Durations } from './durations';
import type { CallInput, CallOptions } from '../host';
import { CallQueue, type WaitingCall } from './call-queue';
import { transferInput } from './transfer';
import type { WorkerPool } from './pool';
import type { WorkerAnswer } from './messages';
import { failedCall, timedOut } from '../runner';
import type { HostOptions } from '../host-options';
import type { ModelSet } from '../../models/registry';
import { isOfProject } from '../tensors';

/** Milliseconds that a handler has to return after its signal was aborted. Then its worker is ended. */
const GRACE_MS = 250;
/** The same grace period after a request to stop: a model run under way cannot be interrupted. */
const STOP_GRACE_MS = 5_000;

/** Why a call was ended. */
const STALLED = Symbol('no progress');

/** Calls expected to take at least this many milliseconds keep others waiting. */
const SLOW_MS = 500;
/** A project that called this long ago may call again at any moment. */
const RECENT_MS = 60_000;

export interface DispatchedCall {
  capability: Pick<CapabilityDefinition, 'id' | 'long' | 'stallMs'>;
  time: CallTime;
  options: CallOptions;
  timings: Record<string, number>;
  /** The models of the project that calls. */
  own?: ModelSet;
  /** The project whose model the call runs, which may take any time. Such calls may not occupy every worker. */
  runsModelOf?: string;
}

/** The durations of a project's model say nothing about the calls of others. */
const kindOf = ({ capability: { id }, runsModelOf }: DispatchedCall): string =>
  runsModelOf === undefined ? id : `${id} of ${runsModelOf}`;

const projectOf = ({ options: { share, projectId } }: DispatchedCall): string =>
  share?.project ?? projectId ?? NOBODYS_SHARE.project;

/** A call that waits for its turn. */
interface Turn {
  bytes: number;
  long: boolean;
  expectedMs: number;
  begin: () => Promise<Success>;
}

type Success = Exclude<WorkerAnswer, { kind: 'error' }>;

const isOf = <K extends Success['kind']>(answer: Success, kinds: readonly K[]): answer is Extract<Success, { kind: K }> =>
  kinds.includes(answer.kind as K);

/** Sends calls from the queue to free workers, and ends them at their time limit. */
export class Dispatcher {
  readonly queue: CallQueue;
  private readonly durations = new Durations();
  private readonly running = new Set<Promise<unknown>>();
  /** Long calls under way. */
  private long = 0;
  /** When each project last made a call that was expected to be short. */
  private readonly shortCalls = new Map<string, number>();
  private readonly refusals = new Set<(error: Error) => void>();

  constructor(
    private readonly pool: WorkerPool,
    private readonly options: Pick<HostOptions, 'queue' | 'workers' | 'report'>,
  ) {
    this.queue = new CallQueue(options.queue, options.workers);
  }

  /**
   * @param kinds what this call may answer with.
   * @throws PerceptError OVERLOADED, TIMEOUT, INTERNAL, and the errors of the call itself.
   */
  async run<K extends Success['kind']>(
    call: DispatchedCall,
    input: CallInput,
    ...kinds: K[]
  ): Promise<Extract<Success, { kind: K }>> {
    const answer = await this.queued(call, input);
    if (!isOf(answer, kinds)) throw new Error(`${call.capability.id} answered with ${answer.kind}`);
    return answer;
  }

  private queued(call: DispatchedCall, input: CallInput): Promise<Success> {
    const joined = performance.now();
    const bytes = bytesOf(input);
    const long = this.isLong(call, bytes);
    const expectedMs = this.expect(call, bytes) ?? 0;
    if (!long && this.isShort(call, bytes)) this.shortCalls.set(projectOf(call), joined);
    const begin = () => {
      if (long) this.long++;
      const worker = this.pool.take(call.capability.id);
      call.timings.queue = (call.timings.queue ?? 0) + performance.now() - joined;
      call.options.onBegin?.(worker);
      const prepared = this.prepare(call, worker);
      const work = prepared
        .then(() => this.accounted(call, expectedMs, () => this.inWorker(call, worker, input)))
        .finally(() => {
          this.running.delete(work);
          if (long) this.long--;
          this.dispatch();
        });
      this.running.add(work);
      work.catch(() => undefined);
      return prepared.then(() => atLatest(call, work));
    };
    return this.turn(call, { bytes, long, expectedMs, begin });
  }

  /** Charges the project for the worker time that the call really takes. */
  private accounted<T>(call: DispatchedCall, expectedMs: number, work: () => Promise<T>): Promise<T> {
    const began = performance.now();
    return work().finally(() => {
      const now = performance.now();
      this.queue.correct(call.options, now - began - expectedMs);
      if (now - began <= SLOW_MS) this.shortCalls.set(projectOf(call), now);
    });
  }

  /** Starts waiting calls as long as there are free workers. */
  dispatch(): void {
    while (this.pool.hasFree()) {
      const next = this.queue.dequeue(this.mayBeLong());
      if (!next) return;
      next.start();
    }
  }

  /**
   * Whether the call takes minutes, runs a project's model, or may take long (as an unknown capability may) while another project
   * makes short calls. A lone project may use every worker.
   */
  private isLong(call: DispatchedCall, bytes: number): boolean {
    if (call.capability.long === true || call.runsModelOf !== undefined) return true;
    return !this.isShort(call, bytes) && this.hasShortOthers(projectOf(call));
  }

  private isShort(call: DispatchedCall, bytes: number): boolean {
    return (this.expect(call, bytes) ?? Infinity) <= SLOW_MS;
  }

  private hasShortOthers(project: string): boolean {
    const since = performance.now() - RECENT_MS;
    for (const [name, at] of this.shortCalls) if (at < since) this.shortCalls.delete(name);
    return this.shortCalls.size > (this.shortCalls.has(project) ? 1 : 0);
  }

  private expect(call: DispatchedCall, bytes: number): number | undefined {
    return this.durations.expect(kindOf(call), bytes);
  }

  /** Leaves one worker for short calls if there are two or more. */
  private mayBeLong(): boolean {
    return this.long < Math.max(1, this.options.workers - 1);
  }

  /** Runs `work` (a fetch) while it counts as a waiting call, so that fetches are bounded too. */
  async whileHolding<T>(call: DispatchedCall, work: (signal: AbortSignal) => Promise<T>): Promise<T> {
    this.checkRoom(call, 0);
    this.queue.hold(call.options.share, 1);
    const limit = new AbortController();
    try {
      return await atLatest(call, work(limit.signal));
    } finally {
      this.queue.hold(call.options.share, -1);
      limit.abort();
    }
  }

  /** Refuses waiting calls and settles when none runs any more. */
  async drain(): Promise<void> {
    for (const refuse of [...this.refusals]) {
      refuse(new PerceptError('OVERLOADED', 'Percept is shutting down.', { retryAfterS: 5 }));
    }
    await Promise.allSettled(this.running);
  }

  /** Starts when a worker is free, in the same tick, so that no other call takes the worker. */
  private turn(call: DispatchedCall, { bytes, long, expectedMs, begin }: Turn): Promise<Success> {
    const { patient = false, signal, share } = call.options;
    if (signal?.aborted) return Promise.reject(signal.reason as Error);
    const mayBegin = (!long || this.mayBeLong()) && !this.queue.hasNext(this.mayBeLong());
    if (mayBegin && this.pool.hasFree()) {
      this.queue.begin(call.options, expectedMs);
      return begin();
    }
    return new Promise<Success>((resolve, reject) => {
      this.checkRoom(call, bytes);
      const refuse = (error: Error) => {
        this.queue.remove(waiting);
        end();
        reject(error);
      };
      const waiting: WaitingCall = { patient, share, bytes, long, expectedMs, start: () => (end(), resolve(begin())) };
      const drop = () => refuse(signal!.reason as Error);
      // A worker that began later would work for nobody.
      const timer = patient ? undefined : setTimeout(() => refuse(tooLate()), call.time.waitMs(expectedMs));
      const end = () => {
        clearTimeout(timer);
        signal?.removeEventListener('abort', drop);
        this.refusals.delete(refuse);
      };
      signal?.addEventListener('abort', drop, { once: true });
      this.refusals.add(refuse);
      this.queue.enqueue(waiting);
    });
  }

  /** @throws PerceptError OVERLOADED, never for a patient call. */
  checkRoom(call: DispatchedCall, bytes: number): void {
    const { time, options } = call;
    if (options.patient) return;
    const long = this.isLong(call, bytes);
    const workers = Math.max(1, this.options.workers - (long ? 1 : this.long));
    const waitMs = time.waitMs(this.expect(call, bytes) ?? 0);
    this.queue.checkCapacity({ bytes, long, workers, share: options.share, waitMs });
  }

  /** Sets the capability up if its worker has not done that yet. That time is not the call's own. */
  private async prepare({ capability: { id }, time, timings, options }: DispatchedCall, worker: number): Promise<void> {
    if (isOfProject(id) || this.pool.isPrepared(worker, id)) return;
    const started = performance.now();
    try {
      const problem = await this.pool.setUp(worker, id).catch((error: Error) => {
        throw this.lost(id, error);
      });
      timings.setup = performance.now() - started;
      time.excuse(timings.setup);
      if (problem !== undefined) {
        this.options.report?.({ capability: id, reason: `cannot be set up: ${problem}` });
        throw failedCall(id, 'could not be set up');
      }
      options.signal?.throwIfAborted();
    } catch (error) {
      this.pool.release(worker);
      throw error;
    }
  }

  private async inWorker(call: DispatchedCall, worker: number, input: CallInput): Promise<Success> {
    const { capability, time, options } = call;
    const { id } = capability;
    const started = performance.now();
    const { transferred, transfer } = transferInput(input);
    const end = new AbortController();
    const stall = capability.stallMs === undefined ? undefined : setTimeout(() => end.abort(STALLED), capability.stallMs);
    const onProgress = (progress: Progress): void => {
      stall?.refresh();
      options.onProgress?.(progress);
    };
    const channel = capability.long ? openChannel({ ...options, onProgress }, end) : undefined;
    const limitMs = time.workMs;
    const timer = setTimeout(() => end.abort(), limitMs + GRACE_MS);
    let answer: WorkerAnswer;
    try {
      answer = await this.pool.run(
        worker,
        { ...transferred, capability: id, own: call.own, limitMs, port: channel?.port },
        channel ? [...transfer, channel.port] : transfer,
        end.signal,
      );
    } catch (error) {
      options.signal?.throwIfAborted();
      if (end.signal.reason === STALLED) throw stalled(id, capability.stallMs!);
      if (end.signal.aborted) throw timedOut(id);
      throw this.lost(id, error as NodeJS.ErrnoException);
    } finally {
      clearTimeout(timer);
      channel?.close();
      clearTimeout(stall);
      this.durations.record(kindOf(call), bytesOf(input), performance.now() - started);
    }
    if (capability.long) options.signal?.throwIfAborted();
    if (answer.kind !== 'error') return answer;
    if (answer.fault) this.options.report?.({ capability: id, reason: answer.fault });
    throw PerceptError.fromRecord(answer.error);
  }

  private lost(id: string, error: NodeJS.ErrnoException): PerceptError {
    this.options.report?.({ capability: id, reason: `its worker ended: ${error.stack ?? error.message}` });
    if (error.code === 'ERR_WORKER_OUT_OF_MEMORY') return failedCall(id, 'ran out of memory and its worker was ended');
    return failedCall(id, 'ended its worker, which was replaced');
  }
}

/** A channel to the worker: it carries the caller's signal there, and progress back. */
function openChannel({ signal, onProgress }: CallOptions, end: AbortController) {
  const { port1, port2 } = new MessageChannel();
  let grace: NodeJS.Timeout | undefined;
  const stop = () => {
    port1.postMessage('stop');
    grace = setTimeout(() => end.abort(), STOP_GRACE_MS);
  };
  signal?.addEventListener('abort', stop, { once: true });
  port1.on('message', (progress: Progress) => onProgress?.(progress));
  const close = () => {
    clearTimeout(grace);
    signal?.removeEventListener('abort', stop);
    // The answer comes on another channel and may overtake earlier messages.
    for (let left = receiveMessageOnPort(port1); left; left = receiveMessageOnPort(port1)) onProgress?.(left.message as Progress);
    port1.close();
  };
  return { port: port2, close };
}

/** Returns the result of the work, or throws TIMEOUT at the call's time limit even if the work continues. */
async function atLatest<T>({ capability, time }: DispatchedCall, work: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout;
  const limit = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(timedOut(capability.id)), time.workMs);
  });
  return Promise.race([work, limit]).finally(() => clearTimeout(timer));
}

function stalled(id: string, ms: number): PerceptError {
  const cure = 'Leave out the page or part at which it stopped.';
  return new PerceptError('TIMEOUT', `${id} made no progress for ${ms / 1000} s and was ended. ${cure}`);
}

function tooLate(): PerceptError {
  return new PerceptError('OVERLOADED', 'No worker was free in time. Nothing was done; try again later.', { retryAfterS: 1 });
}

function bytesOf({ json, media }: CallInput): number {
  return (json?.length ?? 0) + (media && 'bytes' in media ? media.bytes.length : 0);
}
