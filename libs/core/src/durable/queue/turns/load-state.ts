import type { EntityManager } from 'typeorm';
import { sql } from '../../database';
import type { QueueName } from '../queue';

/** The jobs in progress in all processes. */
interface LoadState {
  groups: Map<string, number>;
  keys: Map<string, number>;
  /** Keys that have reached their limit. */
  fullKeys: string[];
}

export async function readLoadState(manager: EntityManager, queue: QueueName): Promise<LoadState> {
  const rows: { group_key: string; key_name: string; key_limit: number | null; jobs: number }[] = await sql(
    manager,
    `SELECT group_key, key_name, MIN(key_limit) AS key_limit, COUNT(*) AS jobs FROM jobs WHERE queue = ? AND state = 'leased'
     GROUP BY group_key, key_name`,
    [queue],
  );
  const [groups, keys, limits] = [new Map<string, number>(), new Map<string, number>(), new Map<string, number>()];
  for (const { group_key, key_name, key_limit, jobs } of rows) {
    groups.set(group_key, (groups.get(group_key) ?? 0) + Number(jobs));
    keys.set(key_name, (keys.get(key_name) ?? 0) + Number(jobs));
    limits.set(key_name, Math.min(key_limit ?? Infinity, limits.get(key_name) ?? Infinity));
  }
  return { groups, keys, fullKeys: [...keys.keys()].filter((key) => keys.get(key)! >= limits.get(key)!) };
}
