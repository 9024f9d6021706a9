export { type OwnedTable, removeOwned, removeWhereOwner, walkRows } from './owned-rows';
export { type Removal, type RemovalOptions, idsThatEnded, removeBelow, removeEnded } from './removal';
export { Retention, type RetentionOptions, type RetentionRule } from './retention';
