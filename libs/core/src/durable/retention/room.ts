import { PerceptError, type Limited } from '../../kernel';
import type { Transaction } from '../database';

/** How many items of a kind a project may have. */
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
 * Refuses items beyond the limit of a project. It must be the first statement of the transaction: other transactions that add items
 * of this kind wait until it ends.
 * @param count how many the project has before; 0 if nothing is added.
 * @param added how many are added.
 * @throws CONFLICT.
 */
export async function checkRoom(
  { lock }: Transaction,
  { projectId, kind, most }: Room,
  count: () => Promise<number>,
  added = 1,
): Promise<void> {
  await lock(`${kind} of ${projectId}`);
  if ((await count()) + added <= most) return;
  const fix = `${FIXES[kind]}, or ask who runs this installation to raise PERCEPT_PROJECT_LIMITS (${kind}=${most}).`;
  throw new PerceptError('CONFLICT', `A project has at most ${most} ${kind}. ${fix}`);
}
