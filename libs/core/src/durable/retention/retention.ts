import { setTimeout as sleep } from 'node:timers/promises';
import { systemClock, type Clock } from '../../kernel';
import type { Removal, RemovalOptions } from './row-remover';

/** A kind of data that grows, and how old data is removed. */
export interface RetentionRule {
  /** Its name in the log and the metrics. */
  kind: string;
  /** How long data is kept after it ended. */
  keepMs: number;
  remove: (options: RemovalOptions) => Removal;
}

interface RetentionOptions {
  rules: readonly RetentionRule[];
  log: { info(fields: object, message: string): void; error(fields: object, message: string): void };
  /** Called after each step that removed something. */
  onRemoved?: (kind: string, count: number) => void;
  clock?: Clock;
  /** Maximum number of rows that one step removes. */
  batch?: number;
  /** Time between the end of a sweep and the next one. */
  everyMs?: number;
}

const DEFAULTS = { clock: systemClock, batch: 500, everyMs: 3_600_000 };
/** Leaves three quarters of the database's time to other work, however slow the database is. */
const PAUSE_FACTOR = 3;
const MIN_PAUSE_MS = 10;

/** Removes data older than its retention, in small steps with pauses, from the start on and then once an hour. */
export class Retention {
  private readonly options: RetentionOptions & typeof DEFAULTS;
  private readonly closing = new AbortController();
  private running: Promise<void> | undefined;

  constructor(options: RetentionOptions) {
    this.options = { ...DEFAULTS, ...options };
  }

  start(): void {
    this.running ??= this.run();
  }

  /** Removes all data that is old by now. @returns the number of removed rows of each kind. */
  async sweep(): Promise<Record<string, number>> {
    const removed: Record<string, number> = {};
    for (const rule of this.options.rules) {
      if (this.closing.signal.aborted) break;
      try {
        const count = await this.apply(rule);
        if (count > 0) removed[rule.kind] = (removed[rule.kind] ?? 0) + count;
      } catch (error) {
        this.options.log.error({ err: error, kind: rule.kind }, 'Old data could not be removed; the next sweep tries again.');
      }
    }
    if (Object.keys(removed).length > 0) this.options.log.info({ removed }, 'Old data was removed.');
    return removed;
  }

  async close(): Promise<void> {
    this.closing.abort();
    await this.running;
  }

  private async run(): Promise<void> {
    while (!this.closing.signal.aborted) {
      await this.sweep();
      await this.pause(this.options.everyMs, { ref: false });
    }
  }

  private async apply({ kind, keepMs, remove }: RetentionRule): Promise<number> {
    const { clock, batch, onRemoved } = this.options;
    const now = clock.now();
    let removed = 0;
    let began = performance.now();
    for await (const count of remove({ now, before: now - keepMs, batch })) {
      removed += count;
      if (count > 0) onRemoved?.(kind, count);
      if (this.closing.signal.aborted) break;
      await this.pause(Math.max(MIN_PAUSE_MS, PAUSE_FACTOR * (performance.now() - began)));
      began = performance.now();
    }
    return removed;
  }

  /** Ends early when the process closes. */
  private async pause(ms: number, options: { ref?: boolean } = {}): Promise<void> {
    await sleep(ms, undefined, { ...options, signal: this.closing.signal }).catch(() => undefined);
  }
}
