import { AsyncLocalStorage } from 'node:async_hooks';

/** Aborted when the call that runs must end: the process of a model that runs for it is ended. */
export const callSignal = new AsyncLocalStorage<AbortSignal>();
