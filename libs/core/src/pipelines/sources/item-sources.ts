import { csv } from './csv';
import { files } from './files';
import { items } from './items';
import type { ItemSource, SourceSettings } from './item-source';
import { jsonl } from './jsonl';
import { urls } from './urls';

/** The sources by the keyword that selects them in `for_each`. */
export const ITEM_SOURCES = { files, items, csv, jsonl, urls };

type Sources = typeof ITEM_SOURCES;

export type ItemSourceName = keyof Sources;

export const ITEM_SOURCE_NAMES = Object.keys(ITEM_SOURCES) as ItemSourceName[];

/** The source of a block, with its settings. */
export type Source = {
  [Name in ItemSourceName]: { kind: Name } & SourceSettings<Sources[Name]['options']>;
}[ItemSourceName];

export function itemSource(name: ItemSourceName): ItemSource {
  return ITEM_SOURCES[name];
}
