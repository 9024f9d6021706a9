export { idsThatEnded, removeBelow, removeEnded } from './removal';
export type { Removal, RemovalOptions } from './removal';
export { Retention, type RetentionOptions, type RetentionRule } from './retention';
