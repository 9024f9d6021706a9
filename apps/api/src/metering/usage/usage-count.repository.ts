import type { EntityManager } from 'typeorm';
import { UsageCountEntity } from './usage-count.entity';

export interface UsageRange {
  projectId: string;
  /** Days in UTC, both ends included. */
  from: string;
  to: string;
  /** Counts only the usage of this key. */
  keyId?: string;
}

/** Sum of the requests with the same name, status and duration class. */
export interface UsageSum extends Pick<UsageCountEntity, 'status' | 'requests' | 'total_ms' | 'within_ms'> {
  name: string;
}

/** Adds counts to their row, and creates the row if it is missing. */
export async function addUsage(manager: EntityManager, { requests, total_ms, ...at }: UsageCountEntity): Promise<void> {
  const set = { requests: () => `requests + ${requests}`, total_ms: () => `total_ms + ${total_ms}` };
  const update = () => manager.createQueryBuilder().update(UsageCountEntity).set(set).where(at).execute();
  if ((await update()).affected !== 0) return;
  const empty = { ...at, requests: 0, total_ms: 0 };
  await manager.createQueryBuilder().insert().into(UsageCountEntity).values(empty).orIgnore().execute();
  await update();
}

/** Names of operations other than capabilities contain a space. */
const ONLY = {
  calls: "u.operation NOT LIKE '% %'",
  dashboard: "u.operation LIKE '% %' AND u.key_id LIKE 'adm\\_%' ESCAPE '\\'",
};

/**
 * Sums the counts of a range for each value of one column.
 * @param only calls of capabilities, or requests that the dashboard's pages sent on their own; all when absent.
 */
export async function sumUsage(
  manager: EntityManager,
  range: UsageRange,
  by: 'day' | 'key_id' | 'operation' | 'project_id',
  only?: 'calls' | 'dashboard',
): Promise<UsageSum[]> {
  const query = manager
    .createQueryBuilder(UsageCountEntity, 'u')
    .select(`u.${by}`, 'name')
    .addSelect('u.status', 'status')
    .addSelect('u.within_ms', 'within_ms')
    .addSelect('SUM(u.requests)', 'requests')
    .addSelect('SUM(u.total_ms)', 'total_ms')
    .where('u.project_id = :projectId AND u.day >= :from AND u.day <= :to', range)
    .groupBy(`u.${by}`)
    .addGroupBy('u.status')
    .addGroupBy('u.within_ms')
    .orderBy(`u.${by}`);
  if (range.keyId !== undefined) query.andWhere('u.key_id = :keyId', range);
  if (only) query.andWhere(ONLY[only]);
  const rows: Record<keyof UsageSum, unknown>[] = await query.getRawMany();
  // PostgreSQL's driver returns sums as text.
  return rows.map(({ name, ...row }) => ({
    name: String(name),
    status: Number(row.status),
    within_ms: Number(row.within_ms),
    requests: Number(row.requests),
    total_ms: Number(row.total_ms),
  }));
}

/** The usage of one capability by a key or a project. */
interface CapabilitySum extends Pick<UsageCountEntity, 'requests' | 'total_ms'> {
  /** The id of the key or project. */
  name: string;
  capability: string;
}

/** The usage of each capability in a range, for each key of a project or for each of all projects. Most time first. */
export async function sumCapabilities(
  manager: EntityManager,
  range: Omit<UsageRange, 'projectId'> & Partial<UsageRange>,
  by: 'key_id' | 'project_id',
): Promise<CapabilitySum[]> {
  const query = manager
    .createQueryBuilder(UsageCountEntity, 'u')
    .select(`u.${by}`, 'name')
    .addSelect('u.operation', 'capability')
    .addSelect('SUM(u.requests)', 'requests')
    .addSelect('SUM(u.total_ms)', 'total_ms')
    .where('u.day >= :from AND u.day <= :to', range)
    .andWhere(ONLY.calls)
    .groupBy(`u.${by}`)
    .addGroupBy('u.operation');
  if (range.projectId !== undefined) query.andWhere('u.project_id = :projectId', range);
  if (range.keyId !== undefined) query.andWhere('u.key_id = :keyId', range);
  const rows: Record<keyof CapabilitySum, unknown>[] = await query.getRawMany();
  const sums = rows.map(({ name, capability, requests, total_ms }) => ({
    ...{ name: String(name), capability: String(capability) },
    ...{ requests: Number(requests), total_ms: Number(total_ms) },
  }));
  return sums.sort((one, other) => other.total_ms - one.total_ms);
}
