import type { Store } from '../../durable/database';
import { MoreThan } from 'typeorm';
import { runItem, type ItemWork } from './item';
import type { Entry } from './item-writer';
import type { BlockStep, Step, Tolerance } from '../language';
import { RunItemEntity } from './entities/run-item.entity';
import type { StepState } from './entities/run-step.entity';
import type { Semaphore } from '../../kernel';

const PAGE = 256;
/** Items that wait for a further attempt leave their slot; so many more may be under way because of them. */
const WAITING_PER_SLOT = 16;
/** So often may a process end while it works on an item alone. */
const MAX_ALONE = 3;
/** The first time is no proof: the item was one of several under way, and the process may have been killed from outside. */
const MAX_CRASHES = 1 + MAX_ALONE;

export interface ItemsOptions {
  store: Store;
  step: Step;
  /** All items of the step. */
  total: number;
  /** Of those that ended before. */
  failed: number;
  slots: Semaphore;
  /** One place, for the items of all runs that may end the process. */
  alone: Semaphore;
  concurrency: number;
  work: ItemWork;
  /** Resolves when what was recorded has room to be written. */
  room: () => Promise<void>;
  /**
   * A process ended while it executed the run: from now on every item is marked before it is begun, so that the one that
   * ends its process is found.
   */
  careful: boolean;
  /** Resolves when everything recorded is written. */
  flush: () => Promise<void>;
  /** Ends the taking of items. */
  signal: AbortSignal;
}

/** Runs all pending items of a step, so many at once, and stops early where too many fail. */
export class ItemRunner {
  private readonly underWay = new Map<Promise<void>, RunItemEntity>();
  private failed: number;
  private broken: Error | undefined;

  constructor(private readonly options: ItemsOptions) {
    this.failed = options.failed;
  }

  /** Resolves when every item ended, or too many failed. @throws what stopped the run. */
  async run(): Promise<void> {
    if (this.options.careful) await this.runSuspects();
    for await (const item of this.pending()) {
      await this.options.room();
      await this.options.slots.acquire();
      if (this.stopped) {
        this.options.slots.release();
        break;
      }
      await this.start(item);
      if (this.underWay.size >= this.options.concurrency * WAITING_PER_SLOT) await Promise.race(this.underWay.keys());
    }
    await Promise.all(this.underWay.keys());
    this.options.signal.throwIfAborted();
    if (this.broken) throw this.broken;
  }

  /** Resolves when what is under way has ended, however. */
  async settled(): Promise<void> {
    await Promise.all(this.underWay.keys());
  }

  /** The process ends in order: that an item is under way is no fault of it. */
  release(): void {
    if (!this.options.careful) return;
    for (const { step, sort, crashes } of this.underWay.values()) {
      this.options.work.record({ step, sort, changes: { crashes }, events: [] });
    }
  }

  private get stopped(): boolean {
    return this.options.signal.aborted || this.broken !== undefined || this.tooManyFailed;
  }

  private get tooManyFailed(): boolean {
    const { step, total } = this.options;
    return step.kind === 'block' && step.tolerate !== undefined && this.failed > allowedFailures(step.tolerate, total);
  }

  /**
   * Those that were under way when a process ended, alone: one of them may be what ended it. Runs take turns with that, or the
   * one of another run would be under way each time that the culprit ends the process.
   */
  private async runSuspects(): Promise<void> {
    const { store, step, work, alone, flush } = this.options;
    const where = { run_id: work.runId, step: step.id, state: 'pending', crashes: MoreThan(0) } as const;
    const found = await store.reader.find(RunItemEntity, { where, order: { crashes: 'ASC', sort: 'ASC' } });
    for (const item of found) if (item.crashes >= MAX_CRASHES) this.record(parked(item));
    const suspects = found.filter(({ crashes }) => crashes < MAX_CRASHES);
    if (suspects.length > 0) {
      await alone.acquire();
      await this.oneByOne(suspects).finally(() => alone.release());
    }
    await flush();
  }

  private async oneByOne(items: readonly RunItemEntity[]): Promise<void> {
    for (const item of items) {
      await this.options.slots.acquire();
      if (this.stopped) return this.options.slots.release();
      await this.start(item);
      await this.settled();
    }
    await this.options.flush();
  }

  private async start(item: RunItemEntity): Promise<void> {
    const { work, slots, careful, flush } = this.options;
    if (careful) {
      work.record({ step: item.step, sort: item.sort, changes: { crashes: item.crashes + 1 }, events: [] });
      await flush();
    }
    const end = runItem(item, { ...work, record: (entry) => this.record(entry) })
      .catch((error: Error) => {
        if (!this.options.signal.aborted) this.broken ??= error;
      })
      .finally(() => {
        slots.release();
        this.underWay.delete(end);
      });
    this.underWay.set(end, item);
  }

  private record(entry: Parameters<ItemWork['record']>[0]): void {
    if (entry.changes.state === 'failed') {
      // That the run is being stopped is not the item's fault: it is done again.
      if (this.options.signal.aborted) return;
      this.failed++;
    }
    const ended = this.options.careful && entry.changes.state !== undefined;
    this.options.work.record(ended ? { ...entry, changes: { ...entry.changes, crashes: 0 } } : entry);
  }

  private async *pending(): AsyncGenerator<RunItemEntity> {
    const { store, step, work } = this.options;
    let after = '';
    for (let first = true; ; first = false) {
      const page = await store.reader
        .createQueryBuilder(RunItemEntity, 'item')
        .where('item.run_id = :run AND item.step = :step', { run: work.runId, step: step.id })
        .andWhere(`item.sort ${first ? '>=' : '>'} :after AND item.state = 'pending'`, { after })
        .orderBy('item.sort')
        .limit(PAGE)
        .getMany();
      yield* page;
      if (page.length < PAGE) return;
      after = page[page.length - 1]!.sort;
    }
  }
}

function parked(item: RunItemEntity): Entry {
  const error_reason = `Its process ended ${MAX_ALONE} times while this item alone was under way: it is not tried again.`;
  const changes = { state: 'failed', error_step: item.step, error_code: 'INTERNAL', error_reason } as const;
  return { step: item.step, sort: item.sort, changes, events: [] };
}

export function allowedFailures(tolerate: Tolerance, total: number): number {
  return 'count' in tolerate ? tolerate.count : (tolerate.percent / 100) * total;
}

/** How a step ends by what became of its items. */
export function endOf(step: Step, { total, failed }: { total: number; failed: number }): StepState {
  if (failed === 0) return 'succeeded';
  const tolerate = (step as BlockStep).tolerate;
  const tooMany = tolerate ? failed > allowedFailures(tolerate, total) : failed === total;
  return tooMany ? 'failed' : 'partial';
}
