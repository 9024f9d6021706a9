import type { Clock } from '../../../kernel';
import { lockRow, type Store } from '../../../durable/database';
import type { KeepValue } from '../../operations';
import { findKept, saveKept } from './kept-value.repository';

const DAY_MS = 86_400_000;

/** Values that an operation keeps for a project: two runs change one in sequence, whichever processes they are in. */
export function openKeeper(
  store: Store,
  clock: Clock,
  { project, operation }: { project: string; operation: string },
): KeepValue {
  return (key, change) =>
    store.transaction(async ({ manager }) => {
      const name = `${operation}/${key}`;
      await lockRow(manager, `kept ${project} ${name}`);
      const before = await findKept(manager, project, name);
      const value = change(before?.value as Parameters<typeof change>[0]);
      const now = clock.now();
      // Also saves a value that was only read, once a day, so that retention does not remove it.
      if (value !== before?.value || now - before.updated_at > DAY_MS)
        await saveKept(manager, { project_id: project, name, value, updated_at: now });
      return value;
    });
}
