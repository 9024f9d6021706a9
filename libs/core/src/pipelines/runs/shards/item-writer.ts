import { hostname } from 'node:os';
import { type Clock, newId } from '../../../kernel';
import { dialectOf, seeCommits, type Store, type Transaction } from '../../../durable/database';
import type { Events, NewEvent } from '../../../durable/events';
import type { CachedResultEntity } from '../entities/cached-result.entity';
import { saveCachedResults } from '../entities/cached-result.repository';
import type { RunItemEntity } from '../entities';
import type { RunContext } from '../context/run-context';
import type { ItemProgress, ShardClaim } from './shard-claim';
import { CallTime, type RecordedCall } from '../context/call-times';
import { insertCalls } from '../timeline/run-calls.repository';
import { type ItemChanges, updateItems } from '../entities/item.repository';
import type { ShardSlots } from '../calls/shard-slots';

/** The new state of an item, or of one of its steps, with the events that report it. */
export interface ItemResult {
  step: string;
  sort: string;
  changes: Partial<Omit<RunItemEntity, 'run_id' | 'step' | 'sort' | 'key' | 'item' | 'ended_at'>>;
  events?: NewEvent[];
  caches?: CachedResultEntity[];
  /** The bytes that it takes from the run's `ResultBytes`, and the characters of JSON to write. */
  bytes?: number;
  size?: number;
}

/** The longest time that a result waits to share a commit with others. A process that dies loses at most this much work. */
const GROUP_MS = 25;
/** SQLite works in this thread: a larger transaction would keep it from serving requests. */
const GROUP_SIZE_SERIAL = 64;
const GROUP_SIZE = 256;
/** Characters in a transaction, unless a single result has more. */
const GROUP_CHARACTERS = 1024 * 1024;
/** The longest time until a call is written. All calls of that time share one row. */
const CALLS_MS = 1_000;
/** While more characters than this wait, no items are started. */
const MAX_BACKLOG_CHARACTERS = 16 * GROUP_CHARACTERS;
/** While more results than this wait, no items are started. */
const MAX_BACKLOG = 512;

/** Writes the results of items in groups: a commit for each result would cost more than the work itself. */
export class ItemWriter {
  private waiting: ItemResult[] = [];
  /** The characters of the waiting results. */
  private waitingSize = 0;
  private writing: Promise<void> | undefined;
  private timer: NodeJS.Timeout | undefined;
  private failure: Error | undefined;
  private closed = false;
  private slots: ShardSlots | undefined;
  private calls: RecordedCall[] = [];
  private callsTimer: NodeJS.Timeout | undefined;
  private areCallsDue = false;
  private readonly groupSize: number;

  constructor(
    private readonly services: { store: Store; events: Events; clock: Clock },
    private readonly claim: ShardClaim,
    /** Called once when writing fails: this process can do nothing more for the shard. */
    private readonly onFailure: (error: Error) => void,
    /** The run: the results take its turns and count against its limits. */
    private readonly run: Pick<RunContext, 'share' | 'results' | 'attempt' | 'callBudget'>,
  ) {
    this.groupSize = dialectOf(services.store.reader).isSerial ? GROUP_SIZE_SERIAL : GROUP_SIZE;
  }

  /** From now on, the items that hold these slots are reported as running. */
  track(slots: ShardSlots): void {
    this.slots = slots;
  }

  add(result: ItemResult): void {
    if (this.closed) return;
    this.waiting.push(result);
    this.waitingSize += result.size ?? 0;
    this.beginSoon();
  }

  /** Starts the record of a call when it begins to wait; it is written when the call ends. */
  time(about: { step: string; item: string; attempt: number }): CallTime {
    return new CallTime(this.services.clock, about, (call) => {
      if (this.closed) return;
      this.calls.push(call);
      this.callsTimer ??= setTimeout(() => this.beginCalls(), CALLS_MS);
    });
  }

  private beginCalls(): void {
    this.areCallsDue = true;
    this.begin();
  }

  private beginSoon(): void {
    if (this.writing || this.failure || !this.hasWork) return;
    if (this.areCallsDue || this.waiting.length >= this.groupSize || this.waitingSize >= GROUP_CHARACTERS) this.begin();
    else this.timer ??= setTimeout(() => this.begin(), GROUP_MS);
  }

  private get hasWork(): boolean {
    return this.waiting.length > 0 || this.areCallsDue;
  }

  /** Resolves when there is room for further results. */
  async room(): Promise<void> {
    while ((this.waiting.length > MAX_BACKLOG || this.waitingSize > MAX_BACKLOG_CHARACTERS) && !this.failure) await this.writing;
  }

  /** Resolves when everything that was added is written. @throws LostClaim, or an error of the database. */
  async flush(): Promise<void> {
    await this.untilLeft(0);
  }

  /**
   * Writes everything that was added; the last group and `end` share one transaction.
   * @throws like `flush`, or the error of `end`.
   */
  async end(end: (tx: Transaction) => Promise<void>): Promise<void> {
    await this.untilLeft(this.groupSize);
    clearTimeout(this.timer);
    while (this.waitingSize > GROUP_CHARACTERS && this.waiting.length > 1) await this.untilLeft(this.waiting.length - 1);
    const group = this.takeGroup(this.waiting.length);
    this.closed = true;
    this.areCallsDue = true;
    await this.write(group, end);
  }

  /** Writes until at most this many results wait. */
  private async untilLeft(most: number): Promise<void> {
    while (!this.failure && (this.writing || this.waiting.length > most || (most === 0 && this.areCallsDue))) {
      this.begin();
      await this.writing;
    }
    if (this.failure) throw this.failure;
  }

  /** Writes everything that was added and drops all later results. @throws like `flush`. */
  async close(): Promise<void> {
    this.closed = true;
    this.areCallsDue = true;
    await this.flush();
  }

  /** Takes at most that many results, and no more characters than a transaction may have. */
  private takeGroup(most: number): ItemResult[] {
    let [count, size] = [0, 0];
    for (const { size: own = 0 } of this.waiting) {
      if (count === most || (count > 0 && size + own > GROUP_CHARACTERS)) break;
      count++;
      size += own;
    }
    this.waitingSize -= size;
    return this.waiting.splice(0, count);
  }

  private begin(): void {
    clearTimeout(this.timer);
    this.timer = undefined;
    if (this.writing || this.failure || !this.hasWork) return;
    const group = this.takeGroup(this.groupSize);
    this.writing = this.write(group).then(
      () => {
        this.writing = undefined;
        this.beginSoon();
      },
      (error: Error) => {
        this.writing = undefined;
        this.failure = error;
        this.onFailure(error);
      },
    );
  }

  private async write(group: readonly ItemResult[], end?: (tx: Transaction) => Promise<void>): Promise<void> {
    const { store, events, clock } = this.services;
    const now = clock.now();
    const progress = this.progress(group);
    const calls = this.takeCalls();
    await store.transaction(async (tx) => {
      await seeCommits(tx.manager);
      // This comes first, because it proves that the shard is still ours.
      await this.claim.addProgress(tx, progress);
      const { run_id, step } = this.claim.shard;
      await updateItems(tx.manager, { run_id, step }, merged(group, now));
      const emitted = group.flatMap(({ events: its = [] }) => its);
      if (emitted.length > 0) await events.emitAll(tx, this.run.share.project, emitted);
      const caches = group.flatMap(({ caches: its = [] }) => its);
      if (caches.length > 0) await saveCachedResults(tx.manager, caches);
      if (calls.length > 0) await this.insert(tx, calls);
      await end?.(tx);
      if (progress.failed > 0) await this.claim.stopIfTooManyFailed(tx);
    }, this.run.share);
    await this.run.results.written(progress.result_bytes);
  }

  /** The calls recorded since the last row, if the next row is due. */
  private takeCalls(): RecordedCall[] {
    if (!this.areCallsDue) return [];
    this.areCallsDue = false;
    clearTimeout(this.callsTimer);
    this.callsTimer = undefined;
    return this.run.callBudget.fit(this.calls.splice(0));
  }

  private insert({ manager }: Transaction, calls: RecordedCall[]): Promise<void> {
    const { run_id, step } = this.claim.shard;
    const place = { host: hostname(), process: process.pid };
    return insertCalls(manager, { run_id, id: newId('calls'), step, attempt: this.run.attempt, ...place, calls });
  }

  private progress(group: readonly ItemResult[]): ItemProgress {
    const ended = (state: string) => group.filter(({ changes }) => changes.state === state).length;
    return {
      succeeded: ended('succeeded'),
      failed: ended('failed'),
      cached: group.filter(({ changes }) => changes.cached === 1).length,
      result_bytes: group.reduce((sum, { bytes = 0 }) => sum + bytes, 0),
      running: this.slots?.inside ?? 0,
    };
  }
}

/** Merges the changes of each item; later changes replace earlier ones. */
function merged(group: readonly ItemResult[], now: number): ItemChanges[] {
  const items = new Map<string, ItemChanges>();
  for (const { sort, changes } of group) {
    const ended = changes.state === undefined ? {} : { ended_at: now };
    items.set(sort, { ...items.get(sort), ...given(changes), ...ended, sort });
  }
  return [...items.values()];
}

const given = (changes: ItemResult['changes']): ItemResult['changes'] =>
  Object.fromEntries(Object.entries(changes).filter(([, value]) => value !== undefined));
