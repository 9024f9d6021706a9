import { readStorageRules } from './core.module';
import type { Store } from './durable/database';
import { eventRetention, eventSizeRetention } from './durable/events';
import type { Removal, RetentionRule } from './durable/retention';
import type { Config } from './kernel';
import { pipelineRetention } from './pipelines/registry';
import { cacheRetention, cacheSizeRetention, removeProjectRuns, runRetention, runSizeRetention } from './pipelines/runs';
import { removeProjectSchedules, scheduleRetention, tickRetention } from './triggers';

/** The rules for how long runs, events, pipelines and triggers are kept, and for their limits on size. */
export function coreRetention(store: Store, config: Config): RetentionRule[] {
  const { runs, events, ticks } = config.retentionMs;
  const files = { dataDir: config.PERCEPT_DATA_DIR, objects: readStorageRules(config) };
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

/** Removes a project's triggers first, because they could start runs; then its pipelines, and its runs with their files. */
export async function* removeProjectPipelines(
  store: Store,
  files: Parameters<typeof removeProjectRuns>[1],
  of: { projectId: string; batch: number },
): Removal {
  yield* removeProjectSchedules(store, of);
  yield* removeProjectRuns(store, files, of);
}
