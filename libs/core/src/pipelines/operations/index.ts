import { KindRegistry } from '../../kernel';
import type { Operation } from './operation';

export { NearestRequest } from './nearest-request';
export type { CollectedEntry, ProjectCollections } from './project-collections';
export type { KeepValue, Operation, OperationContext, OperationResult } from './operation';

/** The operations of pipelines by id: steps beside the capabilities of plugins. */
export const operations = new KindRegistry<Operation>('operation');
