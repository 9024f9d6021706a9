import { AsyncLocalStorage } from 'node:async_hooks';

/** Aborted when the running call must end; this ends the process of the model that runs for the call. */
export const callSignal = new AsyncLocalStorage<AbortSignal>();
