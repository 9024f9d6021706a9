import { mkdtempSync, rmSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { prepareModels, startHost } from '@percept/core';
import { builtinPluginModules } from '@percept/plugins';
import { ROOT } from '../bench/service';
import type { Claim } from './boxes';

interface Detections {
  detections: { object: string; confidence: number; bounding_box: Claim['box'] }[];
}

/** `vision.detect` as the service runs it: the plugin host with its worker threads, without HTTP. */
export interface Detector {
  /** Every object that the detector sees in the picture, however faint. */
  look(path: string): Promise<Claim[]>;
  close(): Promise<void>;
}

export async function openDetector(): Promise<Detector> {
  const dataDir = mkdtempSync(join(tmpdir(), 'percept-eval-'));
  const models = { modelsDir: join(ROOT, 'models'), dataDir };
  await prepareModels(models);
  const host = startHost({
    plugins: builtinPluginModules(join(ROOT, 'dist', 'libs', 'plugins')),
    workers: availableParallelism(),
    workerPath: join(ROOT, 'dist', 'libs', 'core', 'src', 'plugins', 'worker.js'),
    limits: { maxBytes: 50 * 1024 * 1024, maxPixels: 4096 * 2304, maxSide: 4096 },
    models,
    queue: { calls: 128, bytes: 512 * 1024 * 1024 },
    callTimeoutMs: 600_000,
  });
  await host.ready;
  return {
    look: async (path) => {
      const input = { fields: { image: path, min_confidence: 0 }, allowPaths: true };
      const { output } = await host.call('vision.detect', input, { patient: true });
      return (output as unknown as Detections).detections.map(({ object, confidence, bounding_box }) => ({
        label: object,
        confidence,
        box: bounding_box,
      }));
    },
    close: async () => {
      await host.close();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}
