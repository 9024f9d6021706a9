import { IsNull } from 'typeorm';
import { PerceptError } from '../kernel';
import { databaseNow, type Store } from '../durable/database';
import { hashOfToken, newToken } from './hook/hook-token';
import { ScheduleEntity } from './schedule.entity';
import { TickEntity } from './tick.entity';
import { readDefinition } from './definition';
import type { ScheduleResponse, TickResponse } from './schedule-responses';
import { Times } from './cron/times';

const NEXT = 5;

const iso = (ms: number): string => new Date(ms).toISOString();

/** What is known of the triggers: by the database alone, whoever looks after them. */
export class ScheduleViews {
  constructor(
    private readonly store: Store,
    private readonly now: () => Promise<number> = () => databaseNow(store.reader),
  ) {}

  /** All of them, or those of a pipeline. */
  async list(pipeline?: string): Promise<ScheduleResponse[]> {
    const where = { removed_at: IsNull(), ...(pipeline !== undefined && { pipeline }) };
    const rows = await this.store.reader.find(ScheduleEntity, { where, order: { id: 'ASC' } });
    const now = await this.now();
    return rows.map((row) => showSchedule(row, now));
  }

  /** The newest first, each with its run or the reason why there is none. */
  async ticks(pipeline: string, limit = 50): Promise<TickResponse[]> {
    const rows = await this.store.reader
      .createQueryBuilder(TickEntity, 'tick')
      .innerJoin(ScheduleEntity, 'schedule', 'schedule.id = tick.schedule_id')
      .where('schedule.pipeline = :pipeline', { pipeline })
      .orderBy('tick.at', 'DESC')
      .limit(limit)
      .getMany();
    return rows.map(showTick);
  }

  /**
   * Makes the address of a webhook trigger; one that it had ends at once. Only its hash is kept: it is told this once.
   * @throws NOT_FOUND, CONFLICT where the trigger is no webhook.
   */
  async makeAddress(id: string): Promise<{ id: string; url: string }> {
    const { kind } = await this.find(id);
    if (kind !== 'webhook') throw new PerceptError('CONFLICT', `The schedule '${id}' is no webhook: it goes by '${kind}'.`);
    const token = newToken();
    await this.store.transaction((tx) => tx.manager.update(ScheduleEntity, { id }, { token_hash: hashOfToken(token) }));
    return { id, url: `/v2/hooks/${token}` };
  }

  /** A paused trigger keeps its place; what becomes of its ticks at the end is the rule for missed ones. @throws NOT_FOUND. */
  async pause(id: string, paused: boolean): Promise<ScheduleResponse> {
    const row = await this.find(id);
    const now = await this.now();
    const change = paused
      ? { paused_at: now, paused_reason: 'Somebody paused it.' }
      : { paused_at: null, paused_reason: null, resumed_at: now };
    await this.store.transaction((tx) => tx.manager.update(ScheduleEntity, { id }, change));
    return showSchedule({ ...row, ...change }, now);
  }

  private async find(id: string): Promise<ScheduleEntity> {
    const row = await this.store.reader.findOneBy(ScheduleEntity, { id, removed_at: IsNull() });
    if (!row) throw PerceptError.notFound(`The schedule '${id}'`);
    return row;
  }
}

function showSchedule(row: ScheduleEntity, now: number): ScheduleResponse {
  const { cron, timezone, everyMs, start, folder } = readDefinition(row.definition);
  const timed = cron !== undefined || everyMs !== undefined;
  return {
    id: row.id,
    pipeline: row.pipeline,
    kind: row.kind,
    rule: cron ?? folder ?? (everyMs === undefined ? null : `${everyMs / 1_000} s`),
    timezone: timezone ?? null,
    next:
      timed && row.paused_at === null ? new Times({ cron, timezone, everyMs, start }, row.anchor).next(NEXT, now).map(iso) : [],
    paused_at: row.paused_at === null ? null : iso(row.paused_at),
    paused_reason: row.paused_reason,
    has_address: row.kind === 'webhook' ? row.token_hash !== null : null,
  };
}

function showTick({ id, schedule_id, at, state, reason, run_id }: TickEntity): TickResponse {
  return { id, schedule: schedule_id, at: iso(at), state, reason, run_id };
}
