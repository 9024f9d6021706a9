import type { EvaluationContext } from '../../../expressions';
import type { BlockStep, Step } from '../../language';
import { evaluateTemplate } from '../../language/syntax';
import { hideUserInfo } from '../../../kernel';
import { SHARD_ITEMS } from '../shards/cut-shards';
import { itemSource, type FoundItem, type ListContext } from '../../sources';

const BATCH = SHARD_ITEMS;

/** The items of a step, in batches. A step outside of blocks has one item. @param limit of the items, those listed first; null: all. */
export async function* listItems(step: Step, context: ListContext, limit: number | null): AsyncGenerator<FoundItem[]> {
  if (step.kind === 'call') {
    yield [{ sort: '', key: '', item: null }];
    return;
  }
  let batch: FoundItem[] = [];
  let listed = 0;
  for await (const item of itemSource(step.source.kind).list(step.source, context)) {
    const key = item.refused ? item.key : keyOf(step, item, context.scope);
    batch.push({ ...item, key: hideUserInfo(key) });
    if (++listed === limit) break;
    if (batch.length < BATCH) continue;
    yield batch;
    batch = [];
  }
  if (batch.length > 0) yield batch;
}

function keyOf({ key, as }: BlockStep, item: FoundItem, scope: EvaluationContext): string {
  if (!key) return item.key;
  const value = evaluateTemplate(key, Object.assign(Object.create(null) as EvaluationContext, scope, { [as]: item.item }));
  return typeof value === 'string' ? value : JSON.stringify(value);
}
