import { ExpressionError, type EvaluationContext } from '../../../expressions';
import type { BlockStep, Step } from '../../language';
import { JsonText } from '../../../durable/database';
import { evaluateTemplate } from '../../syntax';
import { hideUserInfo, PerceptError, toJson } from '../../../kernel';
import { SHARD_ITEMS } from './cut-shards';
import { isOurs, itemSource, itemSources } from '../../kinds';
import type { FoundItem, ListContext } from '../../sources';
import { RunFailed } from '../context/run-failed';

const BATCH = SHARD_ITEMS;
/** The number of characters of items in one batch. A batch is one transaction. */
const BATCH_SIZE = 1024 * 1024;

interface Listing {
  /** How many of the first listed items are taken; null: all. */
  limit: number | null;
  /** See `RunContext.turn`. */
  turn: () => Promise<void> | undefined;
}

/** The items of a step, ready to be written, in batches. A step outside blocks has one item. */
export async function* listItems(step: Step, context: ListContext, { limit, turn }: Listing): AsyncGenerator<FoundItem[]> {
  if (step.kind === 'call') {
    yield [{ sort: '', key: '', item: null }];
    return;
  }
  let batch: FoundItem[] = [];
  let [listed, size] = [0, 0];
  for await (const item of itemsFromSource(step, context)) {
    const pause = turn();
    if (pause) await pause;
    const json = item.refused ? undefined : jsonFrom(item.item);
    const found = withKey(step, json === undefined ? refuse(item) : { ...item, item: JsonText.for(json) }, item, context.scope);
    batch.push({ ...found, key: hideUserInfo(found.key) });
    if (++listed === limit) break;
    size += json?.length ?? 0;
    if (batch.length < BATCH && size < BATCH_SIZE) continue;
    yield batch;
    [batch, size] = [[], 0];
  }
  if (batch.length > 0) yield batch;
}

/** If the source of a plugin breaks, it would break again. So the run ends, names the source, and is not tried again. */
async function* itemsFromSource({ source }: BlockStep, context: ListContext): AsyncGenerator<FoundItem> {
  const plugin = itemSources.pluginOf(source.kind);
  try {
    for await (const item of itemSource(source.kind).list(source, context)) {
      if (typeof item?.sort !== 'string' || typeof item.key !== 'string')
        throw new TypeError("it gave an item without the texts 'sort' and 'key'");
      yield item;
    }
  } catch (error) {
    if (isOurs(plugin) || EXPECTED.some((type) => error instanceof type)) throw error;
    throw new RunFailed(`The source '${source.kind}' of the plugin '${plugin}' failed: ${(error as Error).message}`);
  }
}

const EXPECTED = [PerceptError, ExpressionError, RunFailed];

/** Undefined for a value that has no JSON, because it nests too deep or is too long. */
function jsonFrom(item: unknown): string | undefined {
  try {
    return toJson(item ?? null);
  } catch {
    return undefined;
  }
}

const UNWRITABLE: FoundItem['refused'] = {
  code: 'INVALID_REQUEST',
  reason: 'The item nests too deep or is too long to be written.',
};

const refuse = (item: FoundItem): FoundItem => (item.refused ? item : { ...item, item: null, refused: UNWRITABLE });

/** Gives an item the pipeline's key. An item without one fails alone, and gets a key that cannot be that of another item. */
function withKey({ key, as }: BlockStep, found: FoundItem, { item }: FoundItem, scope: EvaluationContext): FoundItem {
  if (!key) return found;
  const unnamed = { ...found, key: `unnamed ${found.key}`, item: null };
  if (found.refused) return unnamed;
  try {
    const value = evaluateTemplate(key, Object.assign(Object.create(null) as EvaluationContext, scope, { [as]: item }));
    return { ...found, key: typeof value === 'string' ? value : toJson(value) };
  } catch (error) {
    if (!(error instanceof ExpressionError)) throw error;
    return { ...unnamed, refused: { code: 'INVALID_REQUEST', reason: `It has no key: ${error.message}` } };
  }
}
