export { csv } from './csv';
export { files } from './files/files';
export { type FoundItem, invalidRecord, type ItemSource, type ListContext, type SourceSettings } from './item-source';
export { itemSource, itemSources, type Source } from './item-sources';
export { items } from './items';
export { jsonl } from './jsonl';
export { urls } from './urls';
