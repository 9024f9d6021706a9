import { parseMoment, PerceptError } from '../kernel';
import { databaseNow, type Store } from '../durable/database';
import { hashOfToken, newHookToken } from './hook-token';
import type { ScheduleResponse, TickResponse } from './schedule-responses';
import type { ScheduleEntity } from './storage/schedule.entity';
import { findSchedule, listSchedules, resumed, type ScheduleFilter, updateSchedule } from './storage/schedule.repository';
import type { TickEntity } from './storage/tick.entity';
import { ticksOfPipeline } from './storage/tick.repository';
import { readDefinition } from './definition';
import { triggerSource } from '../pipelines/trigger-sources';
import { scheduleId } from './sync';

const NEXT = 5;

const iso = (ms: number): string => new Date(ms).toISOString();

/** Shows and changes the triggers in the database, whichever process runs them. */
export class ScheduleViews {
  constructor(
    private readonly store: Store,
    private readonly now: () => Promise<number> = () => databaseNow(store.reader),
  ) {}

  /** All schedules, or those of a project or a pipeline. */
  async list(filter: ScheduleFilter = {}): Promise<ScheduleResponse[]> {
    const rows = await listSchedules(this.store.reader, filter);
    const now = await this.now();
    return rows.map((row) => showSchedule(row, filter.projectId, now));
  }

  /** The newest ticks first, each with its run or the reason why it has none. */
  async ticks(pipeline: string, limit = 50, projectId?: string): Promise<TickResponse[]> {
    const ticks = await ticksOfPipeline(this.store.reader, { pipeline, projectId }, limit);
    return ticks.map((tick) => showTick(tick, projectId));
  }

  /**
   * Makes a new address for a trigger. The old one stops working at once. Only a hash is stored, so the address is shown once.
   * @param projectId of the trigger; if absent, `id` is as `list` shows it without a project.
   * @throws NOT_FOUND, CONFLICT if the trigger has no address.
   */
  async makeAddress(id: string, projectId?: string): Promise<{ id: string; url: string }> {
    const { kind, id: stored } = await this.find(id, projectId);
    if (!triggerSource(kind).hasAddress)
      throw new PerceptError('CONFLICT', `The schedule '${id}' is not a webhook: its trigger is '${kind}'.`);
    const token = newHookToken();
    await this.store.transaction((tx) => updateSchedule(tx.manager, stored, { token_hash: hashOfToken(token) }));
    return { id, url: `/v2/hooks/${token}` };
  }

  /**
   * Pauses a trigger. Ticks during the pause count as missed.
   * @param until a date-time or a duration such as `7d`, after which the trigger resumes by itself; absent: until somebody resumes
   * it.
   * @throws NOT_FOUND, INVALID_REQUEST for `until`.
   */
  async pause(id: string, { until, projectId }: { until?: string; projectId?: string } = {}): Promise<ScheduleResponse> {
    const now = await this.now();
    const paused_until =
      until === undefined ? null : parseMoment(until, now, { field: 'until', others: ' or a duration such as 7d' });
    const paused_reason = paused_until === null ? 'Paused by a user.' : `Paused by a user until ${iso(paused_until)}.`;
    return this.change(id, { paused_at: now, paused_reason, paused_until }, projectId);
  }

  /** Resumes a trigger. Ticks during the pause count as missed. @throws NOT_FOUND. */
  async resume(id: string, projectId?: string): Promise<ScheduleResponse> {
    return this.change(id, resumed(await this.now()), projectId);
  }

  private async change(id: string, change: Partial<ScheduleEntity>, projectId?: string): Promise<ScheduleResponse> {
    const row = await this.find(id, projectId);
    await this.store.transaction((tx) => updateSchedule(tx.manager, row.id, change));
    return showSchedule({ ...row, ...change }, projectId, await this.now());
  }

  private async find(id: string, projectId?: string): Promise<ScheduleEntity> {
    const stored = projectId === undefined ? id : scheduleId(projectId, id);
    const row = await findSchedule(this.store.reader, stored);
    const isOther = projectId !== undefined && row?.project_id !== projectId;
    if (!row || isOther) throw PerceptError.notFound(`The schedule '${id}'`);
    return row;
  }
}

/** Within a project, ids are shown without the project. */
const shownId = (id: string, projectId?: string): string =>
  projectId !== undefined && id.startsWith(`${projectId}/`) ? id.slice(projectId.length + 1) : id;

function showSchedule(row: ScheduleEntity, projectId: string | undefined, now: number): ScheduleResponse {
  const source = triggerSource(row.kind);
  const definition = readDefinition(row.definition);
  const { rule, timezone = null } = source.describe(definition);
  const { paused_at, paused_until } = row;
  const times = paused_at === null || paused_until !== null ? source.clock?.times(definition, row.anchor) : undefined;
  return {
    id: shownId(row.id, projectId),
    pipeline: row.pipeline,
    kind: row.kind,
    rule,
    timezone,
    next: times?.next(NEXT, Math.max(now, paused_until ?? now)).map(iso) ?? [],
    paused_at: paused_at === null ? null : iso(paused_at),
    paused_until: paused_until === null ? null : iso(paused_until),
    paused_reason: row.paused_reason,
    has_address: source.hasAddress ? row.token_hash !== null : null,
  };
}

function showTick({ id, schedule_id, at, state, reason, run_id }: TickEntity, projectId?: string): TickResponse {
  return { id, schedule: shownId(schedule_id, projectId), at: iso(at), state, reason, run_id };
}
