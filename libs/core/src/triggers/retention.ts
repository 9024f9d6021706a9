import { stat } from 'node:fs/promises';
import { In, LessThan, MoreThan, Not } from 'typeorm';
import type { Removal, RemovalOptions, RetentionRule } from '../durable/retention';
import type { Store } from '../durable/database';
import { refOf } from './folder/folder-watch';
import { ScheduleEntity } from './schedule.entity';
import { TickEntity } from './tick.entity';

/** The newest of each schedule stay however old they are: `overlap` and `pause_after` look at no more. */
export const MAX_TICKS_KEPT = 1_000;

/** Removes old ticks. One that keeps a file of a watched folder from starting a second run stays as long as the file. */
export const tickRetention = (store: Store, keepMs: number): RetentionRule => ({
  kind: 'ticks',
  keepMs,
  remove: (options) => removeTicks(store, options),
});

export async function* removeTicks(
  store: Store,
  { before, batch }: Pick<RemovalOptions, 'before' | 'batch'>,
  keep = MAX_TICKS_KEPT,
): Removal {
  for (const { id: schedule_id, kind } of await store.reader.find(ScheduleEntity)) {
    const newest = { where: { schedule_id }, order: { at: 'DESC', id: 'DESC' }, skip: keep - 1, take: 1 } as const;
    const [oldestKept] = await store.reader.find(TickEntity, newest);
    if (!oldestKept) continue;
    const until = Math.min(before, oldestKept.at);
    for (let after = ''; ;) {
      const where = { schedule_id, at: LessThan(until), state: Not('due' as const), id: MoreThan(after) };
      const ticks = await store.reader.find(TickEntity, { where, order: { id: 'ASC' }, take: batch });
      const done = (kind === 'watch' ? await withoutFile(ticks) : ticks).map(({ id }) => id);
      const { affected } = await store.transaction((tx) => tx.manager.delete(TickEntity, { id: In(done) }));
      yield affected ?? 0;
      if (ticks.length < batch) break;
      after = ticks.at(-1)!.id;
    }
  }
}

/** Those whose file is gone, or is another one by now. */
async function withoutFile(ticks: readonly TickEntity[]): Promise<TickEntity[]> {
  const there = await Promise.all(ticks.map(async ({ ref, inputs }) => (await refNow(inputs)).includes(ref)));
  return ticks.filter((_, index) => !there[index]);
}

/** What the files among the inputs would be called by now. */
async function refNow(inputs: TickEntity['inputs']): Promise<string[]> {
  const paths = Object.values(inputs ?? {}).filter((value) => typeof value === 'string');
  return Promise.all(
    paths.map((path) =>
      stat(path).then(
        (stats) => refOf(path, stats),
        () => '',
      ),
    ),
  );
}
