export { type FoundItem, invalidRecord, type ListContext } from './item-source';
export { ITEM_SOURCE_NAMES, itemSource, type ItemSourceName, type Source } from './item-sources';
