import { MoreThan } from 'typeorm';
import type { Store, Transaction } from '../../../durable/database';
import type { FoundItem } from '../../sources';
import { RunItemEntity } from '../entities';

/** The items of one step of a run. */
export interface StepItems {
  run_id: string;
  step: string;
}

const PAGE = 256;

/** Adds items that are not there yet: a listing that was interrupted starts again and duplicates nothing. */
export async function addItems(tx: Transaction, at: StepItems, items: readonly FoundItem[], now: number): Promise<void> {
  const rows = items.map(({ refused, ...item }) => ({
    ...at,
    ...item,
    attempts: 0,
    ...(refused === undefined
      ? { state: 'pending' as const }
      : { state: 'failed' as const, error_step: at.step, error_code: refused.code, error_reason: refused.reason, ended_at: now }),
  }));
  await tx.manager
    .createQueryBuilder()
    .insert()
    .into(RunItemEntity)
    .values(rows as object[])
    .orIgnore()
    .updateEntity(false)
    .execute();
}

/** The pending items in their order, a page at a time. */
export async function* pendingItems({ reader }: Store, { run_id, step }: StepItems): AsyncGenerator<RunItemEntity> {
  let after = '';
  for (let first = true; ; first = false) {
    const page = await reader
      .createQueryBuilder(RunItemEntity, 'item')
      .where('item.run_id = :run_id AND item.step = :step', { run_id, step })
      .andWhere(`item.sort ${first ? '>=' : '>'} :after AND item.state = 'pending'`, { after })
      .orderBy('item.sort')
      .limit(PAGE)
      .getMany();
    yield* page;
    if (page.length < PAGE) return;
    after = page[page.length - 1]!.sort;
  }
}

/** The pending items that were in flight when a process ended; those of the fewest crashes first. */
export function suspectItems({ reader }: Store, at: StepItems): Promise<RunItemEntity[]> {
  const where = { ...at, state: 'pending', crashes: MoreThan(0) } as const;
  return reader.find(RunItemEntity, { where, order: { crashes: 'ASC', sort: 'ASC' } });
}
