import { AsyncLocalStorage } from 'node:async_hooks';
import type { ModelSet } from './registry/registry';

/** The models of the project whose call runs; none outside one. Each call has a set of its own. */
export const modelsOfCall = new AsyncLocalStorage<ModelSet | undefined>();
