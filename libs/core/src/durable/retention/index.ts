export { removeExpiringBeyond } from './expiring';
export { removeOwned, removeWhereOwner, walkRows } from './owned-rows';
export { idsBeyond, removeBeyond, type SizedRow } from './oversize';
export { type Removal, type RemovalOptions, idsThatEnded, removeBelow, removeEnded } from './removal';
export { checkRoom, type Room } from './room';
export { Retention, type RetentionRule } from './retention';
