import type { Clock } from '../../../kernel';
import { lockRow, type Store } from '../../../durable/database';
import type { KeepValue } from '../../operations';
import { findKept, saveKept } from './kept-value.repository';

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
      const value = change(before as Parameters<typeof change>[0]);
      if (value !== before) await saveKept(manager, { project_id: project, name, value, updated_at: clock.now() });
      return value;
    });
}
