import { moved, Semaphore, type Transitions } from '../../../kernel';
import type { RunItemEntity } from '../entities';
import type { ShardContext } from '../shards/shard-context';
import { runItem } from './item-run';
import { pendingItems, suspectItems } from '../entities/item.repository';
import type { ItemResult } from '../shards/item-writer';
import { ShardSlots } from '../calls/shard-slots';
import { exceedsTolerance } from '../context/tolerance';

/** The most items in flight per slot: items that wait for their next attempt hold no slot. */
const ACTIVE_PER_SLOT = 16;
/** How often a process may end while it works on an item alone. */
const MAX_CRASHES_ALONE = 3;
/** One more, because the first crash proves nothing: several items were in flight, or the process was killed from outside. */
const MAX_CRASHES = 1 + MAX_CRASHES_ALONE;

/**
 * Whether items start.
 *
 *               as many are in flight as may be
 *     starting ────────────────────────────────▶ full
 *        │   ◀─────────── one of them ends ────────┘
 *        │ all were read, or no more may start
 *        ▼
 *      ending ──── those in flight have ended ───▶ ended
 */
type RunnerState = { is: 'starting' } | { is: 'full' } | { is: 'ending' } | { is: 'ended' };

export const RUNNER_TRANSITIONS: Transitions<RunnerState> = {
  starting: ['full', 'ending'],
  full: ['starting'],
  ending: ['ended'],
  ended: [],
};

/** Why no more items may start: the step has failed, or an error stops the run. The first error counts. */
type StopState = { is: 'going' } | { is: 'halted' } | { is: 'failed'; error: Error };

/** Runs the pending items of a shard, several at a time, and stops early when too many of the step fail. */
export class ItemRunner {
  private readonly concurrency: number;
  private readonly slots: ShardSlots;
  private readonly inFlight = new ItemsInFlight();
  private readonly unstarted = new UnstartedItems();
  private state: RunnerState = { is: 'starting' };
  private stop: StopState = { is: 'going' };
  /** The items of the step, which other shards run, too. */
  private step: { total: number | null; failed: number } = { total: null, failed: 0 };

  constructor(private readonly context: ShardContext) {
    const { run, shard, writer } = context;
    const shared = run.services.slots;
    this.concurrency = shard.slots ?? shared.size;
    const place = { share: { project: run.row.project_id, key: `${run.id} ${shard.step}` }, rank: shard.id };
    this.slots = new ShardSlots(shard.slots === null ? shared : new Semaphore(shard.slots), place, () => this.restOrResume());
    writer.track(this.slots);
  }

  /**
   * Resolves when every item has ended, or too many failed.
   * @param total all items of the step; null while it is being listed.
   * @param failed how many of them failed before.
   * @throws the error that stopped the run.
   */
  async run({ total, failed }: { total: number | null; failed: number }): Promise<void> {
    this.step = { total, failed };
    if (this.context.isAfterCrash) await this.runSuspects();
    for await (const page of pendingItems(this.context.run.services.store.reader, this.context.shard)) {
      if (!(await this.startAll(page))) break;
    }
    this.unstarted.count = 0;
    this.enter({ is: 'ending' });
    await this.settled();
    this.enter({ is: 'ended' });
    this.context.signal.throwIfAborted();
    if (this.stop.is === 'failed') throw this.stop.error;
  }

  /** @returns false if no more items may start. */
  private async startAll(page: readonly RunItemEntity[]): Promise<boolean> {
    this.unstarted.count = page.length;
    for (const item of page) {
      await this.context.writer.room();
      if (!(await this.acquireSlot())) return false;
      if (this.unstarted.isHandedOn(item)) {
        this.slots.release();
        return false;
      }
      this.unstarted.count--;
      await this.start(item);
      if (this.inFlight.size < this.concurrency * ACTIVE_PER_SLOT) continue;
      this.enter({ is: 'full' });
      await Promise.race(this.inFlight.ends());
      this.enter({ is: 'starting' });
    }
    return true;
  }

  /** Resolves when the items in flight have ended, successfully or not. */
  async settled(): Promise<void> {
    await Promise.all(this.inFlight.ends());
  }

  /** Starts no further items: the step has failed. */
  halt(): void {
    if (this.stop.is === 'going') this.stop = { is: 'halted' };
  }

  /** The number of items that have ended here. */
  get ended(): number {
    return this.inFlight.ended;
  }

  /** The last item that has started, and how many are in flight. */
  get position(): { after: string | undefined; inFlight: number } {
    return { after: this.unstarted.after, inFlight: this.inFlight.size };
  }

  /** How many items hold a slot. */
  get inSlots(): number {
    return this.slots.inside;
  }

  /** Starts none of these items from now on: they go to other shards. */
  handOn(sorts: readonly string[]): void {
    this.unstarted.handOn(sorts);
  }

  /** The number of items that were read and have not started. */
  get waiting(): number {
    return this.unstarted.count;
  }

  /** The time that an item takes, or has taken so far, in ms; undefined before the first starts. */
  get msOfItem(): number | undefined {
    return this.inFlight.msOfItem;
  }

  /** This process ends regularly, so its items in flight did not crash it. */
  forgiveActive(): void {
    if (!this.context.isAfterCrash) return;
    for (const item of this.inFlight.items()) this.write(item, { crashes: item.crashes });
  }

  private get isStopped(): boolean {
    const { total, failed } = this.step;
    const isTooMany = exceedsTolerance(this.context.step, { total: total ?? Infinity, failed });
    return this.stop.is !== 'going' || this.context.signal.aborted || isTooMany;
  }

  /** @returns false if no more items may start. */
  private async acquireSlot(): Promise<boolean> {
    await this.context.waits.during('slot', null, () => this.slots.acquire());
    if (this.isStopped) this.slots.release();
    return !this.isStopped;
  }

  /**
   * Runs one by one the items that were in flight when a process crashed, because one of them may be the cause. The runs of this
   * process take turns: otherwise a suspect of another run would be in flight, too, whenever the real cause crashes the process.
   */
  private async runSuspects(): Promise<void> {
    const { writer } = this.context;
    const { services } = this.context.run;
    const found = await suspectItems(services.store.reader, this.context.shard);
    for (const item of found.filter(({ crashes }) => crashes >= MAX_CRASHES)) this.park(item);
    const suspects = found.filter(({ crashes }) => crashes < MAX_CRASHES);
    if (suspects.length > 0) {
      await services.suspects.acquire();
      await this.runOneByOne(suspects).finally(() => services.suspects.release());
    }
    await writer.flush();
  }

  private async runOneByOne(items: readonly RunItemEntity[]): Promise<void> {
    for (const item of items) {
      if (!(await this.acquireSlot())) return;
      await this.start(item);
      await this.settled();
    }
    await this.context.writer.flush();
  }

  private async start(item: RunItemEntity): Promise<void> {
    this.unstarted.after = item.sort;
    if (this.context.isAfterCrash) await this.markSuspect(item);
    const { context, slots } = this;
    const began = performance.now();
    const end = runItem(item, context, slots)
      .then((state) => {
        this.inFlight.count(began);
        if (state === 'failed') this.step.failed++;
      })
      .catch((error: Error) => {
        if (!context.signal.aborted && this.stop.is !== 'failed') this.stop = { is: 'failed', error };
      })
      .finally(() => {
        slots.release();
        this.inFlight.remove(end);
      });
    this.inFlight.add(end, { item, began });
  }

  private enter(next: RunnerState): void {
    this.state = moved(this.state, next, RUNNER_TRANSITIONS);
    this.restOrResume();
  }

  /** While all items in flight wait for their next attempt, the job holds no place of its queue. */
  private restOrResume(): void {
    const isBlocked = this.state.is === 'full' || this.state.is === 'ending';
    this.context.lease.rest(isBlocked && this.slots.inside === 0 && this.inFlight.size > 0);
  }

  /** Written before the item starts: if the item ends this process too, the next process knows which one it was. */
  private async markSuspect(item: RunItemEntity): Promise<void> {
    this.write(item, { crashes: item.crashes + 1 });
    await this.context.writer.flush();
  }

  /** Fails an item that repeatedly ends its process. */
  private park(item: RunItemEntity): void {
    const error_reason = `Its process ended ${MAX_CRASHES_ALONE} times while this item alone was in flight. It is not retried.`;
    this.write(item, { state: 'failed', error_step: item.step, error_code: 'INTERNAL', error_reason, crashes: 0 });
    this.step.failed++;
  }

  private write({ step, sort }: RunItemEntity, changes: ItemResult['changes']): void {
    this.context.writer.add({ step, sort, changes });
  }
}

/** The items in flight, and the time of those that have ended. */
class ItemsInFlight {
  private readonly active = new Map<Promise<void>, { item: RunItemEntity; began: number }>();
  ended = 0;
  /** The total time of the ended items. */
  private endedMs = 0;

  get size(): number {
    return this.active.size;
  }

  add(end: Promise<void>, each: { item: RunItemEntity; began: number }): void {
    this.active.set(end, each);
  }

  remove(end: Promise<void>): void {
    this.active.delete(end);
  }

  /** Counts an item that has ended, successfully or not. */
  count(began: number): void {
    this.ended++;
    this.endedMs += performance.now() - began;
  }

  /** A promise for each item that settles when it has ended. */
  ends(): Promise<void>[] {
    return [...this.active.keys()];
  }

  items(): RunItemEntity[] {
    return [...this.active.values()].map(({ item }) => item);
  }

  get msOfItem(): number | undefined {
    const [now, started] = [performance.now(), this.ended + this.active.size];
    if (started === 0) return undefined;
    let all = this.endedMs;
    for (const { began } of this.active.values()) all += now - began;
    return all / started;
  }
}

/** The items of a page that have not started. Those at the end may go to other shards. */
class UnstartedItems {
  count = 0;
  /** The item that started last. */
  after: string | undefined;
  private readonly handedOn = new Set<string>();

  isHandedOn({ sort }: RunItemEntity): boolean {
    return this.handedOn.has(sort);
  }

  handOn(sorts: readonly string[]): void {
    for (const sort of sorts) this.handedOn.add(sort);
    this.count = Math.max(0, this.count - sorts.length);
  }
}
