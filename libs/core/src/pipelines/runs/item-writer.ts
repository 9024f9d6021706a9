import type { EntityManager } from 'typeorm';
import type { Clock } from '../../kernel';
import type { Events, EventType } from '../../durable/events';
import { sql, type Store, type Transaction, updateRows } from '../../durable/database';
import { CachedResultEntity } from './calls/cached-result.entity';
import { RateMeter } from './calls/pace';
import { RunItemEntity } from './entities/run-item.entity';

/** Another process executes the run now: whatever we would write is dropped. */
export class LostClaim extends Error {
  constructor() {
    super('Another process has taken over this run.');
  }
}

/** What became of an item, or of one of its steps, with the events that tell of it. */
export interface Entry {
  step: string;
  sort: string;
  changes: Partial<Omit<RunItemEntity, 'run_id' | 'step' | 'sort' | 'key' | 'item' | 'ended_at'>>;
  events: { type: EventType; data: Record<string, unknown> }[];
  /** Results to be found again. */
  caches?: CachedResultEntity[];
}

export interface LedgerOptions {
  store: Store;
  events: Events;
  clock: Clock;
  run: { id: string; claim: string };
  /** Items in flight right now, for the run's row. */
  running: () => number;
}

/** Longest wait for company in a commit. */
const GROUP_MS = 5;
/** Beyond this a transaction would keep the thread from serving requests. */
const GROUP_SIZE = 64;
/** More than this waiting to be written holds new items back. */
const BACKLOG = 512;

/** Writes what became of items, many in one transaction: a commit for each would cost more than the work. */
export class ItemWriter {
  private waiting: Entry[] = [];
  private writing: Promise<void> | undefined;
  private timer: NodeJS.Timeout | undefined;
  private failure: Error | undefined;
  private readonly pace = new RateMeter();

  constructor(
    private readonly options: LedgerOptions,
    /** Told once when writing fails: nothing more can be done for the run in this process. */
    private readonly onFailure: (error: Error) => void,
  ) {}

  add(entry: Entry): void {
    this.waiting.push(entry);
    if (this.writing || this.failure) return;
    if (this.waiting.length >= GROUP_SIZE) this.begin();
    else this.timer ??= setTimeout(() => this.begin(), GROUP_MS);
  }

  /** Resolves when there is room for more. */
  async room(): Promise<void> {
    while (this.waiting.length > BACKLOG && !this.failure) await this.writing;
  }

  /** Resolves when everything that was added is written. @throws LostClaim, or what the database throws. */
  async flush(): Promise<void> {
    while (!this.failure && (this.writing || this.waiting.length > 0)) {
      this.begin();
      await this.writing;
    }
    if (this.failure) throw this.failure;
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

  private async write(group: readonly Entry[]): Promise<void> {
    const { store, events, clock } = this.options;
    const now = clock.now();
    await store.transaction(async (tx) => {
      await this.count(tx, group, now);
      for (const entry of group) {
        await update(tx.manager, this.options.run.id, entry, now);
        for (const { type, data } of entry.events) await events.emit(tx, type, data);
        for (const result of entry.caches ?? []) await tx.manager.upsert(CachedResultEntity, result as object, ['key']);
      }
    });
  }

  /** Also the proof that the run is still ours. */
  private async count(tx: Transaction, group: readonly Entry[], now: number): Promise<void> {
    const { run, running } = this.options;
    const ended = (state: string) => group.filter(({ changes }) => changes.state === state).length;
    const [succeeded, failed] = [ended('succeeded'), ended('failed')];
    const cached = group.filter(({ changes }) => changes.cached === 1).length;
    const kept = await sql(
      tx.manager,
      `UPDATE runs SET succeeded = succeeded + ?, failed = failed + ?, cached = cached + ?, running = ?, rate = ?, rate_at = ?
       WHERE id = ? AND claim = ? AND status = 'running' RETURNING 1`,
      [succeeded, failed, cached, running(), this.pace.rate(now, succeeded + failed), now, run.id, run.claim],
    );
    if (kept.length !== 1) throw new LostClaim();
  }
}

async function update(manager: EntityManager, run_id: string, { step, sort, changes }: Entry, now: number): Promise<void> {
  const ended = changes.state === undefined ? {} : { ended_at: now };
  await updateRows(manager, RunItemEntity, { run_id, step, sort }, { ...changes, ...ended });
}
