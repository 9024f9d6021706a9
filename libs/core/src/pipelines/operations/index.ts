import { KindRegistry } from '../../kernel';
import { collectionAdd, collectionSearch } from './collections';
import { httpRequest } from './http/http-request';
import { notify } from './notify';
import type { Operation } from './operation';
import { trackState } from './track-state';

export type { CollectedEntry, ProjectCollections } from './project-collections';
export type { KeepValue, Operation, OperationContext, OperationResult } from './operation';

export { NearestRequest } from './collections';
export { collectionAdd, collectionSearch, httpRequest, notify, trackState };

/** The operations of pipelines by id: steps beside the capabilities of plugins. */
export const operations = new KindRegistry<Operation>('operation');
