export type { FoundItem, ItemSource, ListContext, SourceSettings } from './item-source';
export { itemSource, itemSources, type Source } from './item-sources';
