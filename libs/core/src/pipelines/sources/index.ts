export { filePatterns } from './files';
export { type FoundItem, listItems } from './listing';
export { MAX_IN_MEMORY, RowSources, type RowsOnDisk, asSeen, digestOf, hideRows } from './row-sources';
