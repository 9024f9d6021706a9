import { LessThanOrEqual } from 'typeorm';
import { newId, PerceptError } from '../kernel';
import type { RunResponse } from '../pipelines/runs/entities';
import { databaseNow } from '../durable/database';
import { fire, type FiringContext } from './firing';
import { FolderWatch, whyNotWatched } from './folder/folder-watch';
import { hashOfToken } from './hook/hook-token';
import { addTick, recordTicks } from './tick-history';
import { ScheduleEntity } from './schedule.entity';
import { readTriggers, type Trigger } from './sync';
import { TickEntity } from './tick.entity';

export interface SchedulesOptions extends FiringContext {
  log: { error(fields: object, message: string): void };
  /** ms since the epoch; the database's clock when absent. */
  now?: () => Promise<number>;
  lookMs?: number;
  /** How often the triggers of the pipelines are read again. */
  syncMs?: number;
}

const POLL_INTERVAL_MS = 1_000;
const SYNC_MS = 5_000;
const MAX_AT_ONCE = 100;

/** Triggers of the served pipelines: any number of processes may look after them, each tick fires once. */
export class Schedules {
  private triggers = new Map<string, Trigger>();
  private readonly watches = new Map<string, FolderWatch>();
  private timer: NodeJS.Timeout | undefined;
  private looking: Promise<void> = Promise.resolve();
  private syncAt = 0;
  private closing = false;
  private readonly now: () => Promise<number>;

  constructor(private readonly options: SchedulesOptions) {
    this.now = options.now ?? (() => databaseNow(options.store.reader));
  }

  /** Looks after the triggers from now on. */
  start(): void {
    const turn = (): void => {
      if (this.closing) return;
      this.looking = this.poll().catch((error: unknown) =>
        this.options.log.error({ err: error }, 'Looking after the schedules failed; it is tried again.'),
      );
      void this.looking.then(() => (this.timer = setTimeout(turn, this.options.lookMs ?? POLL_INTERVAL_MS)));
    };
    turn();
  }

  /** Records the ticks that have come, and starts what is due. */
  async poll(): Promise<void> {
    const now = await this.now();
    const { store, syncMs = SYNC_MS, pipelines } = this.options;
    if (performance.now() >= this.syncAt) {
      this.triggers = await readTriggers(store, pipelines, now);
      this.syncAt = performance.now() + syncMs;
      if (this.timer) await this.watch();
    }
    for (const trigger of this.triggers.values()) await recordTicks(store, trigger, now);
    const where = { state: 'due', fire_at: LessThanOrEqual(now) } as const;
    const due = await store.reader.find(TickEntity, {
      where,
      order: { fire_at: 'ASC', at: 'ASC', id: 'ASC' },
      take: MAX_AT_ONCE,
    });
    for (const tick of due) {
      const trigger = this.triggers.get(tick.schedule_id);
      if (trigger && !this.closing) await fire(tick, trigger, this.options, now);
      else if (!this.closing) await this.forget(tick);
    }
  }

  /**
   * Starts the run of a webhook trigger. The same `once` answers the run that it started before.
   * @throws NOT_FOUND for an unknown address, CONFLICT where it is paused or another run is under way, INVALID_REQUEST.
   */
  async hook(token: string, body: unknown, once?: string): Promise<RunResponse> {
    const known = await this.options.store.reader.findOneBy(ScheduleEntity, { token_hash: hashOfToken(token) });
    // Reading the pipelines is not for everybody who tries an address.
    const trigger = known && (await this.read()).get(known.id);
    if (!trigger) throw PerceptError.notFound('This hook');
    const { row, spec } = trigger;
    if (row.paused_at !== null) throw new PerceptError('CONFLICT', `The trigger is paused: ${row.paused_reason}`);
    const at = await this.now();
    const ref = once ? `once ${once}` : newId('tick');
    const inputs = inputsOf(spec.input, body);
    const { store, pipelines } = this.options;
    await store.transaction((tx) => addTick(tx, { schedule_id: row.id, ref, at, fire_at: at, state: 'due', inputs }));
    const tick = await store.reader.findOneByOrFail(TickEntity, { schedule_id: row.id, ref });
    const run = tick.state === 'due' ? await fire(tick, trigger, this.options, at) : undefined;
    if (run) return run;
    const after = await store.reader.findOneByOrFail(TickEntity, { id: tick.id });
    if (after.run_id) return pipelines.get(after.run_id);
    if (after.state === 'failed') {
      const reason = after.reason!;
      throw new PerceptError('INVALID_REQUEST', reason, { details: { field: spec.input ?? 'body', reason } });
    }
    throw new PerceptError('CONFLICT', after.reason ?? 'A run that it started before is under way; this one is queued.');
  }

  async close(): Promise<void> {
    this.closing = true;
    clearTimeout(this.timer);
    await this.looking;
    clearTimeout(this.timer);
    await Promise.all([...this.watches.values()].map((each) => each.close()));
    this.watches.clear();
  }

  private async read(): Promise<Map<string, Trigger>> {
    return readTriggers(this.options.store, this.options.pipelines, await this.now());
  }

  private async watch(): Promise<void> {
    const wanted = new Map([...this.triggers.values()].filter(({ spec }) => spec.watch).map((each) => [keyOf(each), each]));
    for (const [key, watch] of this.watches) {
      if (wanted.has(key)) continue;
      this.watches.delete(key);
      await watch.close();
    }
    const { store, roots, log } = this.options;
    const onError = (error: unknown) => log.error({ err: error }, 'A watched folder cannot be read.');
    for (const [key, trigger] of wanted) {
      if (this.watches.has(key)) continue;
      const reason = await whyNotWatched(trigger.spec.watch!.folder, roots);
      if (reason !== undefined) {
        await this.pause(trigger, reason);
        continue;
      }
      this.watches.set(key, new FolderWatch(trigger, { store, roots, now: this.now, onError }));
    }
  }

  /** Shown to whoever looks at the schedule. */
  private async pause({ row }: Trigger, paused_reason: string): Promise<void> {
    if (row.paused_at !== null) return;
    const paused_at = await this.now();
    await this.options.store.transaction((tx) => tx.manager.update(ScheduleEntity, { id: row.id }, { paused_at, paused_reason }));
  }

  private async forget({ id }: TickEntity): Promise<void> {
    const reason = 'Its pipeline has no such trigger any more.';
    await this.options.store.transaction((tx) =>
      tx.manager.update(TickEntity, { id, state: 'due' }, { state: 'skipped', reason }),
    );
  }
}

const keyOf = ({ row, spec }: Trigger): string => JSON.stringify([row.id, spec.watch, spec.input]);

function inputsOf(input: string | undefined, body: unknown): Record<string, unknown> {
  if (input) return { [input]: body };
  if (body === undefined || body === null) return {};
  if (typeof body === 'object' && !Array.isArray(body)) return body as Record<string, unknown>;
  throw PerceptError.invalid('body', 'must be a JSON object whose fields are inputs of the pipeline.');
}
