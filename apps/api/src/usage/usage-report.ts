import type { EntityManager, SelectQueryBuilder } from 'typeorm';
import { UsageCountEntity } from './usage-count.entity';
import { latencyOf, type Latency } from './latency';

export interface Range {
  accountId: string;
  /** Days in UTC, both included. */
  from: string;
  to: string;
  /** Only this key's. */
  keyId?: string;
}

export interface Counted {
  requests: number;
  errors: number;
}

interface Summed extends Pick<UsageCountEntity, 'status' | 'requests' | 'total_ms'> {
  name: string;
  within_ms: number;
}

/** Requests and errors on each day that had any. */
export async function byDay(reader: EntityManager, range: Range): Promise<Map<string, Counted>> {
  return counted(await summed(reader, range, 'day'));
}

export async function byKey(reader: EntityManager, range: Range): Promise<Map<string, Counted>> {
  return counted(await summed(reader, range, 'key_id'));
}

export async function byStatus(reader: EntityManager, range: Range): Promise<Map<number, number>> {
  const statuses = new Map<number, number>();
  for (const { status, requests } of await summed(reader, range, 'account_id')) {
    if (status >= 400) statuses.set(status, (statuses.get(status) ?? 0) + requests);
  }
  return statuses;
}

/** The latency is that of answers that succeeded: a refusal is quick. */
export async function byOperation(
  reader: EntityManager,
  range: Range,
): Promise<Map<string, Counted & { latency: Latency | null }>> {
  const rows = await summed(reader, range, 'operation');
  const counts = counted(rows);
  return new Map(
    [...counts].map(([name, each]) => [
      name,
      { ...each, latency: latencyOf(rows.filter((row) => row.name === name && row.status < 400)) },
    ]),
  );
}

async function summed(reader: EntityManager, range: Range, by: 'day' | 'key_id' | 'operation' | 'account_id'): Promise<Summed[]> {
  const query: SelectQueryBuilder<UsageCountEntity> = reader
    .createQueryBuilder(UsageCountEntity, 'u')
    .select(`u.${by}`, 'name')
    .addSelect('u.status', 'status')
    .addSelect('u.within_ms', 'within_ms')
    .addSelect('SUM(u.requests)', 'requests')
    .addSelect('SUM(u.total_ms)', 'total_ms')
    .where('u.account_id = :accountId AND u.day >= :from AND u.day <= :to', range)
    .groupBy(`u.${by}`)
    .addGroupBy('u.status')
    .addGroupBy('u.within_ms')
    .orderBy(`u.${by}`);
  if (range.keyId !== undefined) query.andWhere('u.key_id = :keyId', range);
  const rows: Record<keyof Summed, unknown>[] = await query.getRawMany();
  // PostgreSQL's driver answers a sum as text.
  return rows.map(({ name, ...row }) => ({
    name: String(name),
    status: Number(row.status),
    within_ms: Number(row.within_ms),
    requests: Number(row.requests),
    total_ms: Number(row.total_ms),
  }));
}

function counted(rows: Summed[]): Map<string, Counted> {
  const counts = new Map<string, Counted>();
  for (const { name, status, requests } of rows) {
    const count = counts.get(name) ?? { requests: 0, errors: 0 };
    count.requests += requests;
    if (status >= 400) count.errors += requests;
    counts.set(name, count);
  }
  return counts;
}
