import type { Clock } from '../../../kernel';
import type { Store } from '../../../durable/database';
import type { Events, EventType } from '../../../durable/events';
import type { CachedResultEntity } from '../calls/cached-result.entity';
import { saveCachedResults } from '../calls/cached-result.repository';
import type { RunItemEntity } from '../entities';
import type { ItemProgress, ShardClaim } from '../shards/shard-claim';
import { type ItemChanges, updateItems } from './item.repository';
import type { ShardSlots } from './shard-slots';

/** The new state of an item, or of one of its steps, with the events that report it. */
export interface ItemResult {
  step: string;
  sort: string;
  changes: Partial<Omit<RunItemEntity, 'run_id' | 'step' | 'sort' | 'key' | 'item' | 'ended_at'>>;
  events?: { type: EventType; data: Record<string, unknown> }[];
  /** Results for the cache. */
  caches?: CachedResultEntity[];
}

/** The longest that a result waits for others to share its commit. */
const GROUP_MS = 5;
/** A larger transaction would keep the thread from serving requests. */
const GROUP_SIZE = 64;
/** With more results than this waiting, no further items are started. */
const MAX_BACKLOG = 512;

/** Writes the results of items in groups: a commit for each result would cost more than the work itself. */
export class ItemWriter {
  private waiting: ItemResult[] = [];
  private writing: Promise<void> | undefined;
  private timer: NodeJS.Timeout | undefined;
  private failure: Error | undefined;
  private closed = false;
  private slots: ShardSlots | undefined;

  constructor(
    private readonly services: { store: Store; events: Events; clock: Clock },
    private readonly claim: ShardClaim,
    /** Called once when writing fails: this process can do nothing more for the shard. */
    private readonly onFailure: (error: Error) => void,
    /** Whose events the results are. */
    private readonly projectId: string,
  ) {}

  /** Counts the items that have one of these slots as running. */
  track(slots: ShardSlots): void {
    this.slots = slots;
  }

  add(result: ItemResult): void {
    if (this.closed) return;
    this.waiting.push(result);
    if (this.writing || this.failure) return;
    if (this.waiting.length >= GROUP_SIZE) this.begin();
    else this.timer ??= setTimeout(() => this.begin(), GROUP_MS);
  }

  /** Resolves when there is room for further results. */
  async room(): Promise<void> {
    while (this.waiting.length > MAX_BACKLOG && !this.failure) await this.writing;
  }

  /** Resolves when everything that was added is written. @throws LostClaim, or what the database throws. */
  async flush(): Promise<void> {
    while (!this.failure && (this.writing || this.waiting.length > 0)) {
      this.begin();
      await this.writing;
    }
    if (this.failure) throw this.failure;
  }

  /** Writes what was added and drops every later result. @throws as `flush` does. */
  async close(): Promise<void> {
    this.closed = true;
    await this.flush();
  }

  private begin(): void {
    clearTimeout(this.timer);
    this.timer = undefined;
    if (this.writing || this.failure || this.waiting.length === 0) return;
    const group = this.waiting.splice(0, GROUP_SIZE);
    this.writing = this.write(group).then(
      () => {
        this.writing = undefined;
        if (this.waiting.length > 0) this.begin();
      },
      (error: Error) => {
        this.writing = undefined;
        this.failure = error;
        this.onFailure(error);
      },
    );
  }

  private async write(group: readonly ItemResult[]): Promise<void> {
    const { store, events, clock } = this.services;
    const now = clock.now();
    await store.transaction(async (tx) => {
      // First of all, since it proves that the shard is still ours.
      const progress = this.progress(group);
      await this.claim.addProgress(tx, progress);
      const { run_id, step } = this.claim.shard;
      await updateItems(tx.manager, { run_id, step }, merged(group, now));
      const emitted = group.flatMap(({ events: its = [] }) => its);
      await events.emitAll(tx, this.projectId, emitted);
      await saveCachedResults(
        tx.manager,
        group.flatMap(({ caches = [] }) => caches),
      );
      if (progress.failed > 0) await this.claim.stopIfTooManyFailed(tx);
    });
  }

  private progress(group: readonly ItemResult[]): ItemProgress {
    const ended = (state: string) => group.filter(({ changes }) => changes.state === state).length;
    return {
      succeeded: ended('succeeded'),
      failed: ended('failed'),
      cached: group.filter(({ changes }) => changes.cached === 1).length,
      running: this.slots?.inside ?? 0,
    };
  }
}

/** The changes of each item, the later of them over the earlier. */
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
