import { PerceptError, type Limited } from '../../kernel';
import { lockRow, type Transaction } from '../database';

/** How many of a kind one project may have. */
export interface Room {
  projectId: string;
  kind: Limited;
  most: number;
}

const FIXES: Record<Limited, string> = {
  keys: 'Revoke some',
  pipelines: 'Delete some',
  triggers: 'Take some out of its pipelines',
  uploads: 'Delete some, or wait until they expire',
  webhooks: 'Delete one, let one receiver pass events on',
  secrets: 'Delete one that no pipeline uses',
  models: 'Delete some',
  collections: 'Delete some',
  entries: 'Delete some of its collections',
};

/**
 * Refuses what a project would have too many of. Others that add to the same meanwhile wait until the transaction ends, of which it
 * must be the first statement.
 * @param count how many it has before; 0 where nothing is added.
 * @param added how many come.
 * @throws CONFLICT.
 */
export async function checkRoom(
  { manager }: Transaction,
  { projectId, kind, most }: Room,
  count: () => Promise<number>,
  added = 1,
): Promise<void> {
  await lockRow(manager, `${kind} of ${projectId}`);
  if ((await count()) + added <= most) return;
  const fix = `${FIXES[kind]}, or ask who runs this installation to raise PERCEPT_PROJECT_LIMITS (${kind}=${most}).`;
  throw new PerceptError('CONFLICT', `A project has at most ${most} ${kind}. ${fix}`);
}
