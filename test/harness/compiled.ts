import { join } from 'node:path';

/** Where a compiled file is, by its path from the root without `.ts`. Worker threads and child processes run these. */
export const compiled = (path: string): string => join(__dirname, '../../dist', `${path}.js`);

/** The program of a worker thread of the plugin host. */
export const HOST_WORKER = compiled('libs/core/src/inference/host/worker');

/** A plugin that misbehaves in a known way. */
export const hostPlugin = (name: string): string => compiled(`test/e2e/host/fixtures/${name}`);
