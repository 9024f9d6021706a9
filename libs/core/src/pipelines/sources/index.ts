export type { FoundItem, ItemSource, ListContext, SourceSettings } from './item-source';
export { itemSource, itemSources, type BlockSource } from './item-sources';
