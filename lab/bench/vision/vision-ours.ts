import 'reflect-metadata';
import { builtinPluginModules, modelPluginModules } from '@percept/plugins';
import { startHost } from '@percept/core';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { serveTurns } from './peer-process';
import { ROOT } from '../service';

// Percept as the service runs it: the whole way through host, queue and worker thread, with one worker.
const [, , models] = process.argv;

async function main(): Promise<void> {
  const host = startHost({
    plugins: builtinPluginModules().filter((path) => /vision/.test(path)),
    workers: 1,
    workerPath: join(ROOT, 'dist/libs/core/src/inference/host/worker.js'),
    limits: { maxBytes: 5e7, maxSide: 4096 },
    models: { modelsDir: models!, dataDir: models!, extensions: modelPluginModules() },
    queue: { calls: 10, bytes: 1e9 },
    callTimeoutMs: 60_000,
  });
  await host.ready;
  serveTurns(async (file) => {
    const media = { field: 'image', bytes: readFileSync(file) };
    const { output } = await host.call('vision.classify', { fields: { confidence_threshold: 0, max_results: 5 }, media });
    return (output.classifications as unknown[]).length;
  });
}

void main();
