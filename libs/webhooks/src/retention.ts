import type { Store } from '@percept/core';
import { In, LessThan } from 'typeorm';
import { AttemptRow } from './attempt.entity';
import { DeliveryRow } from './delivery.entity';
import { RecoveryRow } from './recovery.entity';

const PORTION = 200;

/**
 * Removes what ended before that time, with its attempts. What was held for so long is given up first, and removed as long
 * afterwards. @returns how many deliveries were removed.
 */
export async function forget(store: Store, { before, now }: { before: number; now: number }): Promise<number> {
  await store.transaction(async ({ manager }) => {
    await manager.update(DeliveryRow, { state: 'held', created_at: LessThan(before) }, { state: 'cancelled', ended_at: now });
    await manager.delete(RecoveryRow, { ended_at: LessThan(before) });
  });
  for (let removed = 0; ;) {
    const portion = await store.transaction(async ({ manager }) => {
      const where = { ended_at: LessThan(before) };
      const ids = (await manager.find(DeliveryRow, { select: { id: true }, where, take: PORTION })).map(({ id }) => id);
      if (ids.length === 0) return 0;
      await manager.delete(AttemptRow, { delivery_id: In(ids) });
      await manager.delete(DeliveryRow, { id: In(ids) });
      return ids.length;
    });
    removed += portion;
    if (portion < PORTION) return removed;
  }
}
