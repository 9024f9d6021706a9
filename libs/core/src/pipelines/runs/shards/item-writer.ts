import { hostname } from 'node:os';
import { type Clock, moved, newId, type Transitions } from '../../../kernel';
import { getDialect, seeCommits, type Store, type Transaction } from '../../../durable/database';
import type { Events, NewEvent } from '../../../durable/events';
import type { CachedResultEntity } from '../entities/cached-result.entity';
import { saveCachedResults } from '../entities/cached-result.repository';
import type { RunItemEntity } from '../entities';
import type { LocalRun } from '../context/run-context';
import type { ItemProgress, ShardClaim } from './shard-claim';
import { type CallBudget, CallList, OpenCall, type RecordedCall } from '../context/call-times';
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

/**
 * What a writer does. Results that are added while it writes wait for the next group.
 *
 *             a result          25 ms, or the group is full
 *      idle ──────────▶ gathering ──────────▶ writing ──▶ failed
 *        ▲  ──────── calls are due ────────▶  │    │ an error
 *        └────────────────────────────────────┘
 *                      written
 */
type WriterState =
  | { is: 'idle' }
  /** Results wait to share a commit with others. */
  | { is: 'gathering'; timer: NodeJS.Timeout }
  | { is: 'writing'; done: Promise<void> }
  /** Nothing is written any more. */
  | { is: 'failed'; error: Error };

export const WRITER_TRANSITIONS: Transitions<WriterState> = {
  idle: ['gathering', 'writing'],
  gathering: ['writing', 'idle'],
  writing: ['idle', 'failed'],
  failed: [],
};

/** Writes the results of items in groups: a commit for each result would cost more than the work itself. */
export class ItemWriter {
  private readonly backlog = new Backlog();
  private readonly calls: EndedCalls;
  private state: WriterState = { is: 'idle' };
  private closed = false;
  private slots: ShardSlots | undefined;
  private readonly groupSize: number;

  constructor(
    private readonly services: { store: Store; events: Events; clock: Clock },
    private readonly claim: ShardClaim,
    /** Called once when writing fails: this process can do nothing more for the shard. */
    private readonly onFailure: (error: Error) => void,
    /** The run: the results take its turns and count against its limits. */
    private readonly run: Pick<LocalRun, 'share' | 'results' | 'attempt' | 'callBudget'>,
  ) {
    this.calls = new EndedCalls(run.callBudget, () => this.begin());
    this.groupSize = getDialect(services.store.reader).isSerial ? GROUP_SIZE_SERIAL : GROUP_SIZE;
  }

  /** From now on, the items that hold these slots are reported as running. */
  track(slots: ShardSlots): void {
    this.slots = slots;
  }

  add(result: ItemResult): void {
    if (this.closed) return;
    this.backlog.add(result);
    this.beginSoon();
  }

  /** Starts the record of a call when it begins to wait; it is written when the call ends. */
  time(about: { step: string; item: string; attempt: number }): OpenCall {
    return new OpenCall(this.services.clock, about, (call) => {
      if (!this.closed) this.calls.add(call);
    });
  }

  private beginSoon(): void {
    if (this.state.is === 'writing' || this.state.is === 'failed' || !this.hasWork) return;
    const isFull = this.backlog.count >= this.groupSize || this.backlog.characters >= GROUP_CHARACTERS;
    if (this.calls.areDue || isFull) this.begin();
    else if (this.state.is === 'idle') this.enter({ is: 'gathering', timer: setTimeout(() => this.begin(), GROUP_MS) });
  }

  private get hasWork(): boolean {
    return this.backlog.count > 0 || this.calls.areDue;
  }

  /** Resolves when there is room for further results. */
  async room(): Promise<void> {
    while (this.state.is !== 'failed' && (this.backlog.count > MAX_BACKLOG || this.backlog.characters > MAX_BACKLOG_CHARACTERS))
      await this.written();
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
    while (this.backlog.characters > GROUP_CHARACTERS && this.backlog.count > 1) await this.untilLeft(this.backlog.count - 1);
    const group = this.backlog.take(this.backlog.count);
    if (this.state.is === 'gathering') this.enter({ is: 'idle' });
    this.closed = true;
    this.calls.becomeDue();
    await this.write(group, end);
  }

  /** Writes until at most this many results wait. */
  private async untilLeft(most: number): Promise<void> {
    while (this.state.is === 'writing' || this.backlog.count > most || (most === 0 && this.calls.areDue)) {
      if (this.state.is === 'failed') break;
      this.begin();
      await this.written();
    }
    if (this.state.is === 'failed') throw this.state.error;
  }

  /** Resolves when the group that is being written has been written, or could not be. */
  private async written(): Promise<void> {
    if (this.state.is === 'writing') await this.state.done;
  }

  /** Writes everything that was added and drops all later results. @throws like `flush`. */
  async close(): Promise<void> {
    this.closed = true;
    this.calls.becomeDue();
    await this.flush();
  }

  private begin(): void {
    if (this.state.is === 'writing' || this.state.is === 'failed') return;
    if (!this.hasWork) return;
    const done = this.write(this.backlog.take(this.groupSize)).then(
      () => {
        this.enter({ is: 'idle' });
        this.beginSoon();
      },
      (error: Error) => {
        this.enter({ is: 'failed', error });
        this.onFailure(error);
      },
    );
    this.enter({ is: 'writing', done });
  }

  private enter(next: WriterState): void {
    if (this.state.is === 'gathering') clearTimeout(this.state.timer);
    this.state = moved(this.state, next, WRITER_TRANSITIONS);
  }

  private async write(group: readonly ItemResult[], end?: (tx: Transaction) => Promise<void>): Promise<void> {
    const { store, events, clock } = this.services;
    const now = clock.now();
    const progress = this.progress(group);
    const calls = this.calls.take();
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

/** The results that wait to be written, in the order in which they came. */
class Backlog {
  private readonly results: ItemResult[] = [];
  /** Of all results that wait. */
  characters = 0;

  get count(): number {
    return this.results.length;
  }

  add(result: ItemResult): void {
    this.results.push(result);
    this.characters += result.size ?? 0;
  }

  /** Takes at most that many results, and no more characters than a transaction may have. */
  take(most: number): ItemResult[] {
    let [count, characters] = [0, 0];
    for (const { size = 0 } of this.results) {
      if (count === most || (count > 0 && characters + size > GROUP_CHARACTERS)) break;
      count++;
      characters += size;
    }
    this.characters -= characters;
    return this.results.splice(0, count);
  }
}

/** The calls that have ended. They wait for others for a second after the first, and are then due, or at once if the writer ends. */
class EndedCalls {
  private readonly calls: CallList;
  private state: 'none' | 'due' | { timer: NodeJS.Timeout } = 'none';

  constructor(
    budget: CallBudget,
    private readonly onDue: () => void,
  ) {
    this.calls = new CallList(budget);
  }

  get areDue(): boolean {
    return this.state === 'due';
  }

  add(call: RecordedCall): void {
    this.calls.add(call);
    if (this.state !== 'none') return;
    const timer = setTimeout(() => {
      this.becomeDue();
      this.onDue();
    }, CALLS_MS);
    this.state = { timer };
  }

  becomeDue(): void {
    if (typeof this.state === 'object') clearTimeout(this.state.timer);
    this.state = 'due';
  }

  /** Takes all calls, if they are due. */
  take(): RecordedCall[] {
    if (!this.areDue) return [];
    this.state = 'none';
    return this.calls.take();
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
