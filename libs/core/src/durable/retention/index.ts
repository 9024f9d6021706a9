export { type Removal, type RemovalOptions, idsThatEnded, removeBelow, removeEnded } from './removal';
export { Retention, type RetentionOptions, type RetentionRule } from './retention';
