import { Semaphore } from '../../../kernel';
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
/** Runs the pending items of a shard, several at a time, and stops early when too many of the step fail. */
export class ItemRunner {
  /** The number of items that have ended here. */
  ended = 0;
  private readonly concurrency: number;
  private readonly slots: ShardSlots;
  private readonly active = new Map<Promise<void>, { item: RunItemEntity; began: number }>();
  private total: number | null = null;
  private failed = 0;
  private failure: Error | undefined;
  private halted = false;
  /** No item can start before one of those in flight ends. */
  private blocked = false;
  private started: string | undefined;
  private handedOn: ReadonlySet<string> = new Set();
  /** The number of items that were read and have not started. */
  private left = 0;
  /** The total time of the ended items. */
  private itemMs = 0;

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
    this.total = total;
    this.failed = failed;
    if (this.context.isAfterCrash) await this.runSuspects();
    for await (const page of pendingItems(this.context.run.services.store.reader, this.context.shard)) {
      if (!(await this.startAll(page))) break;
    }
    this.left = 0;
    await this.whileBlocked(this.settled());
    this.context.signal.throwIfAborted();
    if (this.failure) throw this.failure;
  }

  /** @returns false if no more items may start. */
  private async startAll(page: readonly RunItemEntity[]): Promise<boolean> {
    this.left = page.length;
    for (const item of page) {
      await this.context.writer.room();
      if (!(await this.acquireSlot())) return false;
      if (this.handedOn.has(item.sort)) {
        this.slots.release();
        return false;
      }
      this.left--;
      await this.start(item);
      if (this.active.size >= this.concurrency * ACTIVE_PER_SLOT) await this.whileBlocked(Promise.race(this.active.keys()));
    }
    return true;
  }

  /** Resolves when the items in flight have ended, successfully or not. */
  async settled(): Promise<void> {
    await Promise.all(this.active.keys());
  }

  /** Starts no further items: the step has failed. */
  halt(): void {
    this.halted = true;
  }

  /** The last item that has started, and how many are in flight. */
  get position(): { after: string | undefined; inFlight: number } {
    return { after: this.started, inFlight: this.active.size };
  }

  /** How many items hold a slot. */
  get inSlots(): number {
    return this.slots.inside;
  }

  /** Starts none of these items from now on: they go to other shards. */
  handOn(sorts: readonly string[]): void {
    this.handedOn = new Set([...this.handedOn, ...sorts]);
    this.left = Math.max(0, this.left - sorts.length);
  }

  /** The number of items that were read and have not started. */
  get waiting(): number {
    return this.left;
  }

  /** The time that an item takes, or has taken so far, in ms; undefined before the first starts. */
  get msOfItem(): number | undefined {
    const [now, started] = [performance.now(), this.ended + this.active.size];
    if (started === 0) return undefined;
    let all = this.itemMs;
    for (const { began } of this.active.values()) all += now - began;
    return all / started;
  }

  /** This process ends regularly, so its items in flight did not crash it. */
  forgiveActive(): void {
    if (!this.context.isAfterCrash) return;
    for (const { item } of this.active.values()) this.write(item, { crashes: item.crashes });
  }

  private get isStopped(): boolean {
    const { failed, failure } = this;
    const total = this.total ?? Infinity;
    return (
      this.halted ||
      this.context.signal.aborted ||
      failure !== undefined ||
      exceedsTolerance(this.context.step, { total, failed })
    );
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
    this.started = item.sort;
    if (this.context.isAfterCrash) await this.markSuspect(item);
    const { context, slots } = this;
    const began = performance.now();
    const end = runItem(item, context, slots)
      .then((state) => {
        this.ended++;
        this.itemMs += performance.now() - began;
        if (state === 'failed') this.failed++;
      })
      .catch((error: Error) => {
        if (!context.signal.aborted) this.failure ??= error;
      })
      .finally(() => {
        slots.release();
        this.active.delete(end);
      });
    this.active.set(end, { item, began });
  }

  private async whileBlocked(until: Promise<unknown>): Promise<void> {
    this.blocked = true;
    this.restOrResume();
    await until;
    this.blocked = false;
    this.restOrResume();
  }

  /** While all items in flight wait for their next attempt, the job holds no place of its queue. */
  private restOrResume(): void {
    this.context.lease.rest(this.blocked && this.slots.inside === 0 && this.active.size > 0);
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
    this.failed++;
  }

  private write({ step, sort }: RunItemEntity, changes: ItemResult['changes']): void {
    this.context.writer.add({ step, sort, changes });
  }
}
