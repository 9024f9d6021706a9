import { httpRequest } from './http/http-request';
import { notify } from './notify';
import type { Operation } from './operation';

export type { Operation, OperationContext, OperationResult } from './operation';

/** The operations of pipelines by id: steps beside the capabilities of plugins. */
export const OPERATIONS: ReadonlyMap<string, Operation> = new Map([httpRequest, notify].map((each) => [each.id, each]));
