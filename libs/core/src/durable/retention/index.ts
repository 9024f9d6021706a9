export { type Removal, type RemovalOptions, RowRemover, type SizedRow } from './row-remover';
export { checkRoom, type Room } from './room';
export { Retention, type RetentionRule } from './retention';
