import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import type { LoadedPlugins } from './load';
import type { Admission, PluginSource } from './plugin-source';

interface ProbeOptions extends Admission {
  /** Folder of the compiled `libs/core/src/inference/host`: threads cannot load TypeScript. */
  compiled?: string;
  /** Milliseconds in which a plugin must load. Default: 30 s, because a busy machine is not the plugin's fault. */
  limitMs?: number;
  /** Megabytes of JavaScript heap for loading the plugin; 256 when absent. */
  heapMb?: number;
}

type Rejected = LoadedPlugins['rejected'];

/**
 * First loads each plugin in its own thread. A plugin that ends its process, never finishes or uses up all memory while loading
 * would stop the service.
 */
export async function probePlugins(
  sources: readonly PluginSource[],
  options: ProbeOptions = {},
): Promise<{ usable: PluginSource[]; rejected: Rejected }> {
  const found = await Promise.all(sources.map((source) => probe(source, options)));
  return { usable: sources.filter((_, index) => found[index]!.length === 0), rejected: found.flat() };
}

function probe(source: PluginSource, options: ProbeOptions): Promise<Rejected> {
  const { compiled = __dirname, limitMs = 30_000, heapMb = 256, version, secrets } = options;
  return new Promise((resolve) => {
    const thread = new Worker(join(compiled, 'probe-worker.js'), {
      workerData: { source, admission: { version, secrets } },
      resourceLimits: { maxOldGenerationSizeMb: heapMb },
    });
    const reject = (reason: string) => settle([{ source: source.module, reason }]);
    const limit = setTimeout(() => reject(`it was not loaded within ${limitMs / 1000} s`), limitMs);
    const settle = (rejected: Rejected) => {
      clearTimeout(limit);
      resolve(rejected);
      void thread.terminate();
    };
    thread.once('message', settle);
    thread.once('error', (error: NodeJS.ErrnoException) =>
      reject(error.code === 'ERR_WORKER_OUT_OF_MEMORY' ? `it took more than ${heapMb} MB while it was loaded` : error.message),
    );
    thread.once('exit', (code) => reject(`it ended its thread while it was loaded (exit code ${code})`));
  });
}
