export { type ExpiringTable, removeExpiringBeyond } from './expiring';
export { type OwnedTable, removeOwned, removeWhereOwner, walkRows } from './owned-rows';
export { idsBeyond, type OversizeOptions, removeBeyond, type SizedRow, type SizedTable } from './oversize';
export { type Removal, type RemovalOptions, idsThatEnded, removeBelow, removeEnded } from './removal';
export { checkRoom, type Room } from './room';
export { Retention, type RetentionOptions, type RetentionRule } from './retention';
