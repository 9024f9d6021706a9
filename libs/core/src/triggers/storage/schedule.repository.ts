import { type EntityManager, IsNull, LessThan, Not } from 'typeorm';
import { getDialect, sql } from '../../durable/database';
import { ScheduleEntity } from './schedule.entity';

const AT_ONCE = 1_000;

/** All schedules, including those of removed triggers. */
export function findSchedules(manager: EntityManager): Promise<ScheduleEntity[]> {
  return manager.find(ScheduleEntity);
}

/** Limits a list of schedules or ticks. An absent field does not limit it. */
export interface ScheduleFilter {
  projectId?: string;
  pipeline?: string;
}

/** Lists the schedules by id. */
export function listSchedules(manager: EntityManager, { projectId, pipeline }: ScheduleFilter): Promise<ScheduleEntity[]> {
  const where = {
    removed_at: IsNull(),
    ...(projectId !== undefined && { project_id: projectId }),
    ...(pipeline !== undefined && { pipeline }),
  };
  return manager.find(ScheduleEntity, { where, order: { id: 'ASC' } });
}

/** The schedule of a trigger that its pipeline still has. */
export function findSchedule(manager: EntityManager, id: string): Promise<ScheduleEntity | null> {
  return manager.findOneBy(ScheduleEntity, { id, removed_at: IsNull() });
}

/** Whether the schedule exists and is not paused. Nobody can pause it until the transaction ends. */
export async function lockIfActive(manager: EntityManager, id: string): Promise<boolean> {
  const text = `SELECT paused_at FROM schedules WHERE id = ? ${getDialect(manager).forUpdate}`;
  const [row] = await sql<Pick<ScheduleEntity, 'paused_at'>>(manager, text, [id]);
  return row?.paused_at === null;
}

export function findScheduleByToken(manager: EntityManager, token_hash: string): Promise<ScheduleEntity | null> {
  return manager.findOneBy(ScheduleEntity, { token_hash });
}

export async function updateSchedule(manager: EntityManager, id: string, changes: Partial<ScheduleEntity>): Promise<void> {
  await manager.update(ScheduleEntity, { id }, changes);
}

/** The columns that end a pause. */
export const resumed = (now: number) => ({ paused_at: null, paused_reason: null, paused_until: null, resumed_at: now });

/** Resumes the schedule at the end of its pause, unless somebody has changed the pause since. */
export async function endPause(manager: EntityManager, row: ScheduleEntity, now: number): Promise<void> {
  const { affected } = await manager.update(ScheduleEntity, { id: row.id, paused_until: row.paused_until! }, resumed(now));
  if (affected === 1) Object.assign(row, resumed(now));
}

/** @returns how many were deleted: 1 or 0. */
export async function deleteSchedule(manager: EntityManager, id: string): Promise<number> {
  return (await manager.delete(ScheduleEntity, { id })).affected ?? 0;
}

/** Moves the cursor unless another process has moved it or changed the definition, or somebody paused the schedule. @returns whether it was moved. */
export async function moveCursor(manager: EntityManager, row: ScheduleEntity, cursor: number): Promise<boolean> {
  const unchanged = { id: row.id, cursor: row.cursor, definition: row.definition, paused_at: IsNull() };
  return (await manager.update(ScheduleEntity, unchanged, { cursor })).affected === 1;
}

/**
 * Writes the row of a new or changed trigger. If the definition is the same, the trigger keeps its position and its address: its
 * pipeline was missing for a while or had a mistake. Another process may have written the row first.
 * @param create makes the row from the one before.
 * @returns the row in the database.
 */
export async function saveSchedule(
  manager: EntityManager,
  { id, definition }: Pick<ScheduleEntity, 'id' | 'definition'>,
  create: (before: ScheduleEntity | null) => ScheduleEntity,
): Promise<ScheduleEntity> {
  const before = await manager.findOneBy(ScheduleEntity, { id });
  if (before?.definition === definition) {
    await updateSchedule(manager, id, { removed_at: null });
    return { ...before, removed_at: null };
  }
  const row = create(before);
  if (before) await updateSchedule(manager, id, row);
  else await manager.createQueryBuilder().insert().into(ScheduleEntity).values(row).orIgnore().updateEntity(false).execute();
  return manager.findOneByOrFail(ScheduleEntity, { id });
}

/** Schedules that their pipelines lost before `before`, in all projects. */
export function removedBefore(manager: EntityManager, before: number): Promise<ScheduleEntity[]> {
  return manager.find(ScheduleEntity, { where: { removed_at: LessThan(before) } });
}

/** The removed schedules of a project beyond the newest `kept`. */
export function removedBeyond(manager: EntityManager, project_id: string, kept: number): Promise<ScheduleEntity[]> {
  const where = { project_id, removed_at: Not(IsNull()) };
  return manager.find(ScheduleEntity, { where, order: { removed_at: 'DESC', id: 'ASC' }, skip: kept, take: AT_ONCE });
}
