export { Store, type Transaction } from './store';
export { openStore, type StoreOptions, type Tables } from './open';
export { epochMs, jsonText } from './columns';
