import type { Clock } from '../../../kernel';
import { type Store } from '../../../durable/database';
import type { KeepValue } from '../../operations';
import { findKept, saveKept } from './kept-value.repository';

const DAY_MS = 86_400_000;

/** Opens the values that operations keep for a project. Runs change a value in sequence, even in different processes. */
export function openKeeper(
  store: Store,
  clock: Clock,
  { project, operation }: { project: string; operation: string },
): KeepValue {
  return (key, change) =>
    store.transaction(async ({ manager, lock }) => {
      const name = `${operation}/${key}`;
      await lock(`kept ${project} ${name}`);
      const before = await findKept(manager, project, name);
      const value = change(before?.value as Parameters<typeof change>[0]);
      const now = clock.now();
      // Once a day, also saves a value that was only read, so that retention does not remove it.
      if (value !== before?.value || now - before.updated_at > DAY_MS)
        await saveKept(manager, { project_id: project, name, value, updated_at: now });
      return value;
    });
}
