import { PerceptError } from '../../../kernel';
import type { Store } from '../../../durable/database';
import type { RunFiles } from '../artifact';
import { ENDED, type RunResponse } from '../entities';
import { removeRun } from '../retention';

const BATCH = 500;

/**
 * Removes an ended run for good: its items and steps, in small transactions, and the files below its folder.
 * @throws PerceptError CONFLICT if it has not ended, or was opened again meanwhile.
 */
export async function deleteRun(store: Store, files: RunFiles, { id, status }: RunResponse): Promise<void> {
  const isOpen = new PerceptError('CONFLICT', `The run '${id}' has not ended: cancel it first.`);
  if (!ENDED.includes(status)) throw isOpen;
  let removed = 0;
  const always = { now: Date.now(), before: Number.MAX_SAFE_INTEGER, batch: BATCH };
  for await (const count of removeRun(store, files, id, always)) removed += count;
  if (removed === 0) throw isOpen;
}
