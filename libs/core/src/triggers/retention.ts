import { RowRemover, type Removal, type RemovalOptions, type RetentionRule } from '../durable/retention';
import { ObjectStorageRules, type BucketAccess } from '../durable/object-storage';
import type { Store } from '../durable/database';
import type { ScheduleEntity } from './storage/schedule.entity';
import { deleteSchedule, findSchedules, removedBefore, removedBeyond } from './storage/schedule.repository';
import { triggerSource, type TriggerSource } from '../pipelines/trigger-sources';
import type { TickEntity } from './storage/tick.entity';
import { deleteTicks, endedTicks, oldestOfNewest } from './storage/tick.repository';

/** The newest ticks of each schedule stay, however old they are: `overlap` and `pause_after` need them. */
const MIN_TICKS_SAVED = 1_000;
/** How many removed triggers of one project are kept. */
const MAX_LOST = 200;
const BATCH = 500;

/** Removes old ticks. A tick stays while its event may come again, such as a file that is still in its folder. */
export const tickRetention = (store: Store, keepMs: number, objects = new ObjectStorageRules()): RetentionRule => ({
  kind: 'ticks',
  keepMs,
  remove: (options) => removeTicks(store, options, MIN_TICKS_SAVED, objects.for({ bounded: true })),
});

export async function* removeTicks(
  store: Store,
  { before, batch }: Pick<RemovalOptions, 'before' | 'batch'>,
  keep = MIN_TICKS_SAVED,
  objects = new ObjectStorageRules().for({ bounded: true }),
): Removal {
  for (const { id: schedule_id, kind } of await findSchedules(store.reader)) {
    const oldestSaved = await oldestOfNewest(store.reader, schedule_id, keep);
    if (!oldestSaved) continue;
    const until = Math.min(before, oldestSaved.at);
    for (let after = ''; ;) {
      const ticks = await endedTicks(store.reader, { schedule_id, before: until, after, limit: batch });
      const done = (await withoutRepeatable(ticks, triggerSource(kind), objects)).map(({ id }) => id);
      yield await store.transaction((tx) => deleteTicks(tx.manager, done));
      if (ticks.length < batch) break;
      after = ticks.at(-1)!.id;
    }
  }
}

/** The ticks whose event cannot come again. */
async function withoutRepeatable(
  ticks: readonly TickEntity[],
  source: TriggerSource,
  objects: BucketAccess,
): Promise<TickEntity[]> {
  if (!source.mayRepeat) return [...ticks];
  const repeatable = await Promise.all(ticks.map(({ ref, inputs }) => source.mayRepeat!(ref, inputs ?? {}, objects)));
  return ticks.filter((_, index) => !repeatable[index]);
}

const OWNED_TICKS = { table: 'ticks', key: ['id'], owner: 'schedule_id' };

/**
 * Removes triggers that their pipelines no longer have. A trigger that comes back before that keeps its address and its history.
 */
export const scheduleRetention = (store: Store, keepMs: number): RetentionRule => ({
  kind: 'schedules',
  keepMs,
  remove: async function* ({ before, batch }) {
    yield* removeSchedules(store, await removedBefore(store.reader, before), batch);
  },
});

/** Removes the triggers of a project with their ticks. */
export async function* removeProjectSchedules(store: Store, { projectId, batch }: { projectId: string; batch: number }): Removal {
  const owned = (await findSchedules(store.reader)).filter(({ project_id }) => project_id === projectId);
  yield* removeSchedules(store, owned, batch);
}

/** Removes the surplus at once when a project has lost too many triggers: it could lose any number in an hour. */
export async function removeLost(store: Store, projectIds: ReadonlySet<string>): Promise<void> {
  for (const projectId of projectIds) {
    const lost = await removedBeyond(store.reader, projectId, MAX_LOST);
    const steps = removeSchedules(store, lost, BATCH);
    while (!(await steps.next()).done);
  }
}

async function* removeSchedules(store: Store, schedules: readonly ScheduleEntity[], batch: number): Removal {
  for (const { id } of schedules) {
    yield* new RowRemover(store).owned(OWNED_TICKS, id, batch);
    yield await store.transaction(({ manager }) => deleteSchedule(manager, id));
  }
}
