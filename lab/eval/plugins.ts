import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { type CallOptions, prepareModels, startHost } from '@percept/core';
import { builtinPluginModules, modelPluginModules } from '@percept/plugins';
import { ROOT } from '../bench/service';
import { CACHE_DIR } from '../../test/harness/percept';

/** The plugins as the service runs them: the host with its worker threads, without HTTP. */
export interface EvalHost {
  /** The answer of a capability; `fields` may name an image by its path. */
  call(capability: string, fields: Record<string, unknown>, options?: CallOptions): Promise<Record<string, unknown>>;
  close(): Promise<void>;
}

/** With PERCEPT_MODELS_DIR the models of that folder, and the defaults that were chosen there, are measured instead of our own. */
export async function openPlugins(): Promise<EvalHost> {
  // Converted models are named by their digest: those of an earlier run, or of the tests, will do.
  const models = {
    modelsDir: join(ROOT, 'models'),
    ownModelsDir: process.env['PERCEPT_MODELS_DIR'],
    dataDir: CACHE_DIR,
    extensions: modelPluginModules(join(ROOT, 'dist', 'libs', 'plugins')),
  };
  await prepareModels(models);
  const host = startHost({
    plugins: builtinPluginModules(join(ROOT, 'dist', 'libs', 'plugins')),
    workers: availableParallelism(),
    workerPath: join(ROOT, 'dist', 'libs', 'core', 'src', 'inference', 'host', 'worker.js'),
    limits: { maxBytes: 50 * 1024 * 1024, maxSide: 4096 },
    models,
    queue: { calls: 128, bytes: 512 * 1024 * 1024 },
    callTimeoutMs: 600_000,
    optedIn: ['PERCEPT_FACE_RECOGNITION'],
  });
  await host.ready;
  return {
    call: async (capability, fields, options) =>
      (await host.call(capability, { fields, allowPaths: true }, { patient: true, ...options })).output,
    close: () => host.close(),
  };
}
