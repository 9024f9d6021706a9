import { KindRegistry } from '../../kernel';
import { httpRequest } from './http/http-request';
import { notify } from './notify';
import type { Operation } from './operation';

export type { Operation, OperationContext, OperationResult } from './operation';

export { httpRequest, notify };

/** The operations of pipelines by id: steps beside the capabilities of plugins. */
export const operations = new KindRegistry<Operation>('operation');
