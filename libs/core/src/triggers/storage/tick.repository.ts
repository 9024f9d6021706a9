import { type EntityManager, In, LessThan, MoreThan, Not } from 'typeorm';
import { sql } from '../../durable/database';
import { newId } from '../../kernel';
import { ScheduleEntity } from './schedule.entity';
import { TickEntity, type TickState } from './tick.entity';

/** Adds a tick unless its schedule already has one with this `ref`. */
export async function addTick(
  manager: EntityManager,
  tick: Pick<TickEntity, 'schedule_id' | 'ref' | 'at' | 'fire_at' | 'state'> & Partial<TickEntity>,
): Promise<void> {
  const row = { id: newId('tick'), reason: null, run_id: null, inputs: null, ...tick };
  await manager
    .createQueryBuilder()
    .insert()
    .into(TickEntity)
    .values(row as object)
    .orIgnore()
    .updateEntity(false)
    .execute();
}

/** Finds the refs for which a schedule has ticks. @param refs at most 1,000. */
export async function knownRefs(
  manager: EntityManager,
  schedule_id: string,
  refs: readonly string[],
): Promise<ReadonlySet<string>> {
  if (refs.length === 0) return new Set();
  const found = await manager.find(TickEntity, { where: { schedule_id, ref: In([...refs]) }, select: { id: true, ref: true } });
  return new Set(found.map(({ ref }) => ref));
}

export function getTick(
  manager: EntityManager,
  where: { id: string } | { schedule_id: string; ref: string },
): Promise<TickEntity> {
  return manager.findOneByOrFail(TickEntity, where);
}

/**
 * The ticks to fire now. Projects take turns, and so do the schedules in each project: ticks that wait behind a run or a pause do
 * not hold up those of others.
 */
export async function dueTicks(manager: EntityManager, now: number, limit: number): Promise<TickEntity[]> {
  const order = 'ORDER BY tick.fire_at, tick.at, tick.id';
  const due = `SELECT tick.id, tick.fire_at, tick.at, schedule.project_id,
    row_number() OVER (PARTITION BY tick.schedule_id ${order}) AS turn
    FROM ticks AS tick JOIN schedules AS schedule ON schedule.id = tick.schedule_id
    WHERE tick.state = 'due' AND tick.fire_at <= ? AND (schedule.paused_at IS NULL OR schedule.removed_at IS NOT NULL)`;
  const text = `SELECT tick.id, row_number() OVER (PARTITION BY tick.project_id ORDER BY tick.turn, tick.fire_at) AS turn
    FROM (${due}) AS tick ORDER BY 2, tick.fire_at, tick.at, tick.id LIMIT ${limit}`;
  const ids = (await sql<{ id: string }>(manager, text, [now])).map(({ id }) => id);
  return manager.find(TickEntity, { where: { id: In(ids) }, order: { fire_at: 'ASC', at: 'ASC', id: 'ASC' } });
}

/** How many ticks of a project are waiting. */
export async function countDue(manager: EntityManager, projectId: string): Promise<number> {
  const text = `SELECT count(*) AS due FROM ticks AS tick JOIN schedules AS schedule ON schedule.id = tick.schedule_id
    WHERE tick.state = 'due' AND schedule.project_id = ?`;
  const [row] = await sql<{ due: number | string }>(manager, text, [projectId]);
  return Number(row!.due);
}

/** Ends a tick that is still due. @returns false if another process was first. */
export async function settleTick(
  manager: EntityManager,
  id: string,
  end: Pick<TickEntity, 'state'> & Partial<Pick<TickEntity, 'reason' | 'run_id'>>,
): Promise<boolean> {
  return (await manager.update(TickEntity, { id, state: 'due' }, end)).affected === 1;
}

/** The last ticks of a schedule in these states, the newest first. */
export function lastTicks(
  manager: EntityManager,
  { schedule_id, states, limit }: { schedule_id: string; states: TickState[]; limit: number },
): Promise<TickEntity[]> {
  return manager.find(TickEntity, { where: { schedule_id, state: In(states) }, order: { at: 'DESC' }, take: limit });
}

/** The last ticks of a pipeline, the newest first. */
export function ticksOfPipeline(
  manager: EntityManager,
  { pipeline, projectId }: { pipeline: string; projectId?: string },
  limit: number,
): Promise<TickEntity[]> {
  const query = manager
    .createQueryBuilder(TickEntity, 'tick')
    .innerJoin(ScheduleEntity, 'schedule', 'schedule.id = tick.schedule_id')
    .where('schedule.pipeline = :pipeline', { pipeline });
  if (projectId !== undefined) query.andWhere('schedule.project_id = :projectId', { projectId });
  return query.orderBy('tick.at', 'DESC').limit(limit).getMany();
}

/** The oldest of the newest `count` ticks of a schedule; undefined if it has fewer. */
export async function oldestOfNewest(
  manager: EntityManager,
  schedule_id: string,
  count: number,
): Promise<TickEntity | undefined> {
  const newest = { where: { schedule_id }, order: { at: 'DESC', id: 'DESC' }, skip: count - 1, take: 1 } as const;
  const [oldest] = await manager.find(TickEntity, newest);
  return oldest;
}

/** The ended ticks of a schedule from before `before`, in the order of their ids. */
export function endedTicks(
  manager: EntityManager,
  { schedule_id, before, after, limit }: { schedule_id: string; before: number; after: string; limit: number },
): Promise<TickEntity[]> {
  const where = { schedule_id, at: LessThan(before), state: Not('due' as const), id: MoreThan(after) };
  return manager.find(TickEntity, { where, order: { id: 'ASC' }, take: limit });
}

/** @returns how many were deleted. */
export async function deleteTicks(manager: EntityManager, ids: string[]): Promise<number> {
  return (await manager.delete(TickEntity, { id: In(ids) })).affected ?? 0;
}
