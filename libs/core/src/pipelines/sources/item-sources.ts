import { KindRegistry } from '../../kernel';
import type { ItemSource, SourceSettings } from './item-source';

export const itemSources = new KindRegistry<ItemSource>('source', ['as', 'key', 'concurrency', 'tolerate']);

/** The source of a block, with its settings. */
export type BlockSource = { kind: string } & SourceSettings;

/** @throws Error if no plugin has the source: a plan names only sources that existed when it was parsed. */
export function itemSource(name: string): ItemSource {
  const source = itemSources.get(name);
  if (!source) throw new Error(`No plugin has the item source '${name}'.`);
  return source;
}
