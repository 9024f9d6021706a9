import { MoreThan } from 'typeorm';
import type { Store } from '../../../durable/database';
import { RunItemEntity } from '../entities';
import type { NewShard } from '../shards/shard.repository';

const PAGE = 256;

/** The pending items of a shard in their order, a page at a time. */
export async function* pendingItems({ reader }: Store, shard: NewShard): AsyncGenerator<RunItemEntity> {
  const { id, run_id, step, last_sort: last } = shard;
  let after = shard.first_sort;
  for (let first = true; ; first = false) {
    const page = await reader
      .createQueryBuilder(RunItemEntity, 'item')
      .where('item.run_id = :run_id AND item.step = :step', { run_id, step })
      .andWhere(`item.sort ${first ? '>=' : '>'} :after AND item.sort <= :last`, { after, last })
      .andWhere(`item.shard = :id AND item.state = 'pending'`, { id })
      .orderBy('item.sort')
      .limit(PAGE)
      .getMany();
    yield* page;
    if (page.length < PAGE) return;
    after = page[page.length - 1]!.sort;
  }
}

/** The pending items of a shard that were in flight when a process ended; those of the fewest crashes first. */
export function suspectItems({ reader }: Store, { id, run_id, step }: NewShard): Promise<RunItemEntity[]> {
  const where = { run_id, step, shard: id, state: 'pending', crashes: MoreThan(0) } as const;
  return reader.find(RunItemEntity, { where, order: { crashes: 'ASC', sort: 'ASC' } });
}
