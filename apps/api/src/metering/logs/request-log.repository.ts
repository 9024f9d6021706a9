import { sql } from '@percept/core';
import { BOUNDS_MS } from '../usage/usage-count.entity';
import { Brackets, type EntityManager, type SelectQueryBuilder } from 'typeorm';
import { RequestLogEntity } from './request-log.entity';

export interface LogFilter {
  projectId: string;
  /** Includes the requests that the dashboard's pages send on their own. */
  dashboard?: boolean;
  /** Only requests of this key or administrator. */
  callerId?: string;
  operation?: string;
  /** Range of statuses, both ends included. */
  status?: readonly [from: number, to: number];
  minMs?: number;
  /** Epoch milliseconds, both ends included. */
  from?: number;
  to?: number;
  /** Case-insensitive part of the request id, operation, route, key name, error code or message. */
  search?: string;
}

const SEARCHED = ['request_id', 'operation', 'route', 'caller_name', 'error_code', 'error_field', 'error_message'];
/** SQLite takes at most 32,766 parameters per statement. */
const ROWS_A_STATEMENT = 500;

export async function insertRequests(manager: EntityManager, rows: readonly RequestLogEntity[]): Promise<void> {
  for (let at = 0; at < rows.length; at += ROWS_A_STATEMENT) {
    const some = rows.slice(at, at + ROWS_A_STATEMENT);
    await manager.createQueryBuilder().insert().into(RequestLogEntity).values(some).updateEntity(false).execute();
  }
}

/** Newest first. @param before the id of an entry; lists only older ones. */
export function listRequests(
  manager: EntityManager,
  filter: LogFilter,
  { limit, before }: { limit: number; before?: string },
): Promise<RequestLogEntity[]> {
  const query = matching(manager, filter).orderBy('r.id', 'DESC').take(limit);
  if (before !== undefined) query.andWhere('r.id < :before', { before });
  return query.getMany();
}

/** Requests of one hour that took about equally long. */
export interface HourCount {
  /** Hours since the epoch. */
  hour: number;
  failed: boolean;
  /** One of `BOUNDS_MS`. */
  within_ms: number;
  requests: number;
  total_ms: number;
}

const WITHIN = `CASE ${BOUNDS_MS.map((ms) => `WHEN r.duration_ms <= ${ms} THEN ${ms}`).join(' ')} ELSE ${BOUNDS_MS.at(-1)} END`;

/** Counts the matching requests by hour. */
export async function countHours(manager: EntityManager, filter: LogFilter): Promise<HourCount[]> {
  const rows: Record<keyof HourCount, unknown>[] = await matching(manager, filter)
    .select('r.at / 3600000', 'hour')
    .addSelect('CASE WHEN r.status >= 400 THEN 1 ELSE 0 END', 'failed')
    .addSelect(WITHIN, 'within_ms')
    .addSelect('COUNT(*)', 'requests')
    .addSelect('SUM(r.duration_ms)', 'total_ms')
    .groupBy('1')
    .addGroupBy('2')
    .addGroupBy('3')
    .getRawMany();
  // PostgreSQL's driver returns sums as text.
  return rows.map(({ hour, failed, within_ms, requests, total_ms }) => ({
    ...{ hour: Math.floor(Number(hour)), failed: Number(failed) === 1, within_ms: Number(within_ms) },
    ...{ requests: Number(requests), total_ms: Number(total_ms) },
  }));
}

function matching(manager: EntityManager, filter: LogFilter): SelectQueryBuilder<RequestLogEntity> {
  const query = manager
    .createQueryBuilder(RequestLogEntity, 'r')
    .where('r.project_id = :projectId', { projectId: filter.projectId });
  const only = (condition: string, values: Record<string, unknown>): void => {
    if (Object.values(values).every((value) => value !== undefined)) query.andWhere(condition, values);
  };
  only('r.caller_id = :callerId', { callerId: filter.callerId });
  only('r.operation = :operation', { operation: filter.operation });
  only('r.status >= :least AND r.status <= :most', { least: filter.status?.[0], most: filter.status?.[1] });
  only('r.duration_ms >= :minMs', { minMs: filter.minMs });
  only('r.at >= :from', { from: filter.from });
  only('r.at <= :to', { to: filter.to });
  const isAskedFor = filter.dashboard || filter.callerId || filter.search?.startsWith('req_');
  // Capability ids contain no blanks.
  if (!isAskedFor) query.andWhere("(r.caller_kind <> 'administrator' OR r.operation NOT LIKE '% %')");
  if (filter.search) {
    const text = sql.containing(filter.search);
    const any = new Brackets((some) => {
      for (const column of SEARCHED) some.orWhere(`LOWER(r.${column}) LIKE :text ESCAPE '\\'`, { text });
    });
    query.andWhere(any);
  }
  return query;
}

export function findRequest(
  manager: EntityManager,
  filter: Pick<LogFilter, 'projectId' | 'callerId'>,
  requestId: string,
): Promise<RequestLogEntity | null> {
  const where = { project_id: filter.projectId, request_id: requestId, ...(filter.callerId && { caller_id: filter.callerId }) };
  return manager.findOne(RequestLogEntity, { where, order: { id: 'DESC' } });
}
