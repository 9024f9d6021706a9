import { getDialect, sql } from '@percept/core';
import { setImmediate } from 'node:timers/promises';
import { type EntityManager, In, IsNull, type SelectQueryBuilder } from 'typeorm';
import { DeliveryEntity, type DeliveryState, type WaitingDelivery } from './delivery.entity';

export interface DeliveryQuery {
  /** Only deliveries of this project; of all projects when absent. */
  projectId?: string;
  webhookId?: string;
  eventId?: string;
  states?: readonly DeliveryState[];
  types?: readonly string[];
  /** The range of creation times in ms since the epoch, both ends included. */
  since?: number;
  until?: number;
  /** Only deliveries that contain this text, see `matching`. */
  search?: string;
  /** Only deliveries before this id (older). */
  before?: string;
  /** The default is 50. */
  limit?: number;
}

const PAGE = 50;
/** The number of rows searched at a time. */
const SEARCHED = 1_000;
const TO_SEND = 'id, endpoint_id, event_id, body, state, attempts, previous_attempts, releases_next, waiting_for, job_id';
const READ = sql.overList((each) => `SELECT ${TO_SEND} FROM webhook_deliveries WHERE id IN (${each('?')})`);
const MARK = sql.overList(
  (each) => `UPDATE webhook_deliveries SET state = 'sending', next_attempt_at = NULL, waiting_for = NULL,
               job_id = CASE id ${each('WHEN ? THEN ?', ' ')} END
             WHERE id IN (${each('?')})`,
);
const RECORD = sql.overList(
  (each) => `UPDATE webhook_deliveries SET state = ?, attempts = ?, next_attempt_at = ?, ended_at = ?, releases_next = 0
             WHERE id IN (${each('?')})`,
);

/** @param rows one for each endpoint, with id, project_id, endpoint_id, event_id, event_type, body, state, attempts, created_at. */
export async function insertDeliveries(manager: EntityManager, rows: readonly (readonly unknown[])[]): Promise<void> {
  await sql(
    manager,
    `INSERT INTO webhook_deliveries (id, project_id, endpoint_id, event_id, event_type, body, state, attempts, created_at)
       VALUES ${rows.map((row) => `(${sql.marks(row)})`).join(', ')}`,
    rows.flat(),
  );
}

/** @param projectId finds the delivery only if it belongs to that project. */
export function findDelivery(manager: EntityManager, id: string, projectId?: string): Promise<DeliveryEntity | null> {
  return manager.findOneBy(DeliveryEntity, { id, ...(projectId !== undefined && { project_id: projectId }) });
}

/**
 * Keeps the deliveries that contain a text, ignoring case: in their id, their event's id, their body, or the status or reason of an
 * attempt.
 */
export function matching(query: SelectQueryBuilder<DeliveryEntity>, text: string): void {
  const like = (column: string): string => `LOWER(${column}) LIKE :text ESCAPE '\\'`;
  const attempts = `SELECT 1 FROM webhook_attempts a WHERE a.delivery_id = delivery.id
    AND (CAST(a.status AS text) = :whole OR ${like('a.reason')})`;
  query.andWhere(`(delivery.id = :whole OR ${like('delivery.body')} OR EXISTS (${attempts}))`, {
    text: sql.containing(text),
    whole: text,
  });
}

/** Newest first. */
export async function listDeliveries(manager: EntityManager, filter: DeliveryQuery): Promise<DeliveryEntity[]> {
  const { search, before, limit = PAGE } = filter;
  if (!search) return newest(manager, filter).take(limit).getMany();
  const found: DeliveryEntity[] = [];
  // No index helps to find a text. Each query reads some rows, and other requests are served between two queries.
  for (let from = before; ; await setImmediate()) {
    const portion = newest(manager, { ...filter, before: from });
    const last = await portion
      .clone()
      .select('delivery.id')
      .offset(SEARCHED - 1)
      .limit(1)
      .getOne();
    if (last) portion.andWhere('delivery.id >= :last', { last: last.id });
    matching(portion, search);
    found.push(...(await portion.take(limit - found.length).getMany()));
    if (!last || found.length >= limit) return found;
    from = last.id;
  }
}

function newest(manager: EntityManager, filter: DeliveryQuery): SelectQueryBuilder<DeliveryEntity> {
  const { projectId, webhookId, eventId, states, types, since, until, before } = filter;
  const query = manager.createQueryBuilder(DeliveryEntity, 'delivery').orderBy('delivery.id', 'DESC');
  const only = (condition: string, values: Record<string, unknown>): void => {
    if (Object.values(values).every((value) => value !== undefined)) query.andWhere(condition, values);
  };
  // Without this form SQLite would read the whole project instead of one endpoint or event.
  const isNarrow = webhookId !== undefined || eventId !== undefined;
  only(isNarrow ? "delivery.project_id || '' = :projectId" : 'delivery.project_id = :projectId', { projectId });
  only('delivery.endpoint_id = :webhookId', { webhookId });
  only('delivery.event_id = :eventId', { eventId });
  only('delivery.state IN (:...states)', { states });
  only('delivery.event_type IN (:...types)', { types });
  only('delivery.created_at >= :since', { since });
  only('delivery.created_at <= :until', { until });
  only('delivery.id < :before', { before });
  return query;
}

export async function updateDelivery(manager: EntityManager, id: string, changes: Partial<DeliveryEntity>): Promise<void> {
  await manager.update(DeliveryEntity, { id }, changes);
}

/**
 * Locks deliveries and reads the columns needed for sending. A claim on PostgreSQL uses no snapshot: a concurrent pause must wait,
 * or it would be overwritten.
 */
export function lockDeliveries(manager: EntityManager, ids: readonly string[]): Promise<WaitingDelivery[]> {
  return sql<WaitingDelivery>(manager, `${READ(ids.length)} ${getDialect(manager).forUpdate}`, ids);
}

/** Marks deliveries as being sent, each with its job. */
export async function markSending(
  manager: EntityManager,
  deliveries: readonly Pick<WaitingDelivery, 'id' | 'job_id'>[],
): Promise<void> {
  if (deliveries.length === 0) return;
  const ids: string[] = [];
  const jobs: (string | null)[] = [];
  for (const { id, job_id } of deliveries) {
    ids.push(id);
    jobs.push(id, job_id);
  }
  await sql(manager, MARK(ids.length), jobs.concat(ids));
}

/** Writes the same outcome for many deliveries. @param values state, attempts, next_attempt_at, ended_at. */
export async function recordOutcome(manager: EntityManager, ids: readonly string[], values: readonly unknown[]): Promise<void> {
  await sql(manager, RECORD(ids.length), [...values, ...ids]);
}

/** Finds the deliveries of an endpoint that have not ended: the index holds no others. */
const openOf = <State>(endpointId: string, state: State) => ({ endpoint_id: endpointId, state, ended_at: IsNull() });

/** Whether a running delivery will release the next held one. */
export function isReleasing(manager: EntityManager, endpointId: string): Promise<boolean> {
  return manager.existsBy(DeliveryEntity, { ...openOf(endpointId, 'sending' as const), releases_next: 1 });
}

export async function oldestHeld(manager: EntityManager, endpointId: string): Promise<string | undefined> {
  const where = openOf(endpointId, 'held' as const);
  return (await manager.findOne(DeliveryEntity, { select: { id: true }, where, order: { id: 'ASC' } }))?.id;
}

/** Ends the wait of deliveries that the rate keeps back. @returns their ids, oldest first. */
export async function releaseFromRate(manager: EntityManager, endpointId: string, limit: number): Promise<string[]> {
  const where = { ...openOf(endpointId, In(['pending', 'retrying'])), waiting_for: 'rate' as const };
  const waiting = await manager.find(DeliveryEntity, { select: { id: true }, where, order: { id: 'ASC' }, take: limit });
  const ids = waiting.map(({ id }) => id);
  if (ids.length > 0)
    await manager.update(DeliveryEntity, { id: In(ids) }, { waiting_for: null, next_attempt_at: null, job_id: null });
  return ids;
}

/** Stops all open deliveries of an endpoint. @returns their ids. */
export async function stopDeliveries(
  manager: EntityManager,
  { endpointId, from }: { endpointId: string; from: readonly DeliveryState[] },
  to: Pick<DeliveryEntity, 'state' | 'ended_at'>,
): Promise<string[]> {
  const where = openOf(endpointId, In([...from]));
  const waiting = await manager.find(DeliveryEntity, { select: { id: true }, where });
  await manager.update(DeliveryEntity, where, { ...to, next_attempt_at: null, waiting_for: null });
  return waiting.map(({ id }) => id);
}

/** Gives up some deliveries that have been held since before a time, ms since the epoch. @returns their number. */
export async function cancelHeld(
  manager: EntityManager,
  { before, now, limit }: { before: number; now: number; limit: number },
): Promise<number> {
  const held = `SELECT id FROM webhook_deliveries WHERE ended_at IS NULL AND state = 'held' AND created_at < ? LIMIT ${limit}`;
  const text = `UPDATE webhook_deliveries SET state = 'cancelled', ended_at = ? WHERE id IN (${held}) RETURNING id`;
  return (await sql(manager, text, [now, before])).length;
}
