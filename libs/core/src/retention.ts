import { objectStorageOf } from './core.module';
import type { Store } from './durable/database';
import { eventRetention, eventSizeRetention } from './durable/events';
import type { Removal, RetentionRule } from './durable/retention';
import type { Config } from './kernel';
import { pipelineRetention } from './pipelines/registry';
import { cacheRetention, cacheSizeRetention, removeRunsOf, runRetention, runSizeRetention } from './pipelines/runs';
import { removeSchedulesOf, scheduleRetention, tickRetention } from './triggers';

/** How long runs, events, pipelines and triggers are kept, and how much of them where a limit is set. */
export function coreRetention(store: Store, config: Config): RetentionRule[] {
  const { runs, events, ticks } = config.retentionMs;
  const files = { dataDir: config.PERCEPT_DATA_DIR, objects: objectStorageOf(config) };
  const maxBytes = config.PERCEPT_RETENTION_MB * 1024 * 1024;
  return [
    runRetention(store, files, runs),
    cacheRetention(store),
    eventRetention(store, events),
    tickRetention(store, ticks, files.objects),
    pipelineRetention(store, runs),
    scheduleRetention(store, ticks),
    ...(maxBytes === 0
      ? []
      : [runSizeRetention(store, files, maxBytes), cacheSizeRetention(store, maxBytes), eventSizeRetention(store, maxBytes)]),
  ];
}

/** Removes the triggers of a project first, which could start runs, and then its pipelines and runs with their files. */
export async function* removePipelinesOf(
  store: Store,
  files: Parameters<typeof removeRunsOf>[1],
  of: { projectId: string; batch: number },
): Removal {
  yield* removeSchedulesOf(store, of);
  yield* removeRunsOf(store, files, of);
}
