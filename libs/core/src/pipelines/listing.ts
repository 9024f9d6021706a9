import type { Transaction } from '../store';
import { PerceptError } from '../kernel';
import type { Scope } from './cel';
import { filePatterns, listFiles } from './files';
import type { Places } from './places';
import type { BlockStep, Step } from './plan';
import { RunItemRow } from './run-item.entity';
import { evaluateTemplate } from './template';

type Listed = Pick<RunItemRow, 'sort' | 'key' | 'item'> & { refused?: string };

const BATCH = 200;

/** The items of a step, in batches; a step outside of blocks has one. */
export async function* listItems(step: Step, scope: Scope, places: Places): AsyncGenerator<Listed[]> {
  if (step.kind === 'call') {
    yield [{ sort: '', key: '', item: null }];
    return;
  }
  let batch: Listed[] = [];
  for await (const item of itemsOf(step, scope, places)) {
    batch.push({ ...item, key: keyOf(step, item, scope) });
    if (batch.length < BATCH) continue;
    yield batch;
    batch = [];
  }
  if (batch.length > 0) yield batch;
}

async function* itemsOf({ source }: BlockStep, scope: Scope, places: Places): AsyncGenerator<Listed> {
  if ('files' in source) {
    for (const pattern of filePatterns(source.files, scope)) {
      for await (const { file, refused } of listFiles(pattern, places)) {
        yield { sort: file.path, key: file.path, item: file, refused };
      }
    }
    return;
  }
  const items = evaluateTemplate(source.items, scope);
  if (!Array.isArray(items)) throw PerceptError.invalid('items', 'must be a list.');
  // Padded, so that the order of texts is the order of the list.
  for (const [index, item] of items.entries()) yield { sort: String(index).padStart(9, '0'), key: String(index), item };
}

function keyOf({ key, as }: BlockStep, item: Listed, scope: Scope): string {
  if (!key) return item.key;
  const value = evaluateTemplate(key, Object.assign(Object.create(null) as Scope, scope, { [as]: item.item }));
  return typeof value === 'string' ? value : JSON.stringify(value);
}

/** Adds items that are not there yet: a listing that was cut off starts again and doubles nothing. */
export async function addItems(
  tx: Transaction,
  at: { run_id: string; step: string },
  items: readonly Listed[],
  now: number,
): Promise<void> {
  const rows = items.map(({ refused, ...item }) => ({
    ...at,
    ...item,
    attempts: 0,
    ...(refused === undefined
      ? { state: 'pending' as const }
      : {
          state: 'failed' as const,
          error_step: at.step,
          error_code: 'FORBIDDEN' as const,
          error_reason: refused,
          ended_at: now,
        }),
  }));
  await tx.manager
    .createQueryBuilder()
    .insert()
    .into(RunItemRow)
    .values(rows as object[])
    .orIgnore()
    .updateEntity(false)
    .execute();
}
