import type { SecretBox } from '@percept/core';
import type { EntityManager } from 'typeorm';
import type { Reseal, SealedRows } from './sealed-rows';

/** Rows per transaction. */
export const PAGE_ROWS = 200;

/** Reseals a page of rows in one transaction, so that concurrent changes are kept. */
export async function resealPage(
  manager: EntityManager,
  { rows, box, skip }: { rows: SealedRows; box: SecretBox; skip: number },
): Promise<{ read: number; resealed: number; unreadable: number }> {
  const order = Object.fromEntries(rows.key.map((name) => [name, 'ASC' as const]));
  const { where, select } = rows;
  const found = await manager.find(rows.entity, { order, skip, take: PAGE_ROWS, where, select });
  const counts = { read: found.length, resealed: 0, unreadable: 0 };
  for (const row of found) {
    const { changes, changed, unreadable } = resealRow(row, rows, box);
    if (unreadable) counts.unreadable++;
    if (!changed) continue;
    const key = Object.fromEntries(rows.key.map((name) => [name, row[name] as string]));
    await manager.update(rows.entity, key, changes);
    counts.resealed++;
  }
  return counts;
}

function resealRow(row: object, rows: SealedRows, box: SecretBox) {
  let [changed, unreadable] = [false, false];
  const again = ((sealed: string | null, owner: string) => {
    if (sealed === null || box.isCurrent(sealed)) return sealed;
    const opened = tryToOpen(box, sealed, owner);
    if (opened === undefined) {
      unreadable = true;
      return sealed;
    }
    changed = true;
    return box.seal(opened, owner);
  }) as Reseal;
  return { changes: rows.resealed(row, again), changed, unreadable };
}

function tryToOpen(box: SecretBox, sealed: string, owner: string): string | undefined {
  try {
    return box.open(sealed, owner);
  } catch {
    return undefined;
  }
}
