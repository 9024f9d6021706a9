import { rm } from 'node:fs/promises';
import { RowRemover, type Removal, type RemovalOptions, type RetentionRule, type SizedRow } from '../../durable/retention';
import type { Store, Transaction } from '../../durable/database';
import { removeJobsByRef } from '../../durable/queue';
import { parseS3Url } from '../../durable/object-storage';
import { runFolderPath } from '../outputs';
import type { RunFiles } from './artifact';
import { deleteItems, averageItemBytes, countItems } from './entities/item.repository';
import { deleteCalls } from './timeline/run-calls.repository';
import { RUN_QUEUES, SHARD_QUEUES } from './context/run-jobs';
import { deleteEndedRun, forceRunEnd } from './run.repository';
import { lockRun, removeShards } from './entities/shard.repository';
import { folderBytes } from './folder-bytes';

const RUNS = { table: 'runs', createdAt: 'created_at', endedAt: 'ended_at' };
const SIZED_CACHE = {
  table: 'cached_results',
  key: 'key',
  bytes: 'octet_length(output) + octet_length(models) + octet_length(key)',
};
const CACHE = { table: 'cached_results', key: ['key'], column: 'expires_at' };

/** Removes runs that ended, with their items and the files that they wrote below `<dataDir>/runs` or its place in object storage. */
export const runRetention = (store: Store, files: RunFiles, keepMs: number): RetentionRule => ({
  kind: 'runs',
  keepMs,
  remove: (options) => removeRuns(store, files, options),
});

/** Removes the oldest ended runs of a project while its runs, with their items and files, take more than that many bytes. */
export function runSizeRetention(store: Store, files: RunFiles, maxBytes: number): RetentionRule {
  const sizes = new RunSizes(store, files);
  const sized = { ...RUNS, bytes: 'octet_length(source)' };
  return {
    kind: 'runs',
    keepMs: 0,
    async *remove(options) {
      sizes.begin();
      for await (const ids of new RowRemover(store).idsBeyond(sized, { ...options, maxBytes, sizeOf: (row) => sizes.of(row) })) {
        yield 0;
        for (const id of ids) yield* removeRun(store, files, id, { ...options, before: options.now });
      }
    },
  };
}

/** Removes expired cached results; `cache` of a step sets the time. */
export const cacheRetention = (store: Store): RetentionRule => ({
  kind: 'cached_results',
  keepMs: 0,
  remove: ({ now, batch }) => new RowRemover(store).below({ ...CACHE, bound: now }, batch),
});

/** Removes the cached results of a project beyond that many bytes: those that expire first. */
export const cacheSizeRetention = (store: Store, maxBytes: number): RetentionRule => ({
  kind: 'cached_results',
  keepMs: 0,
  remove: ({ batch }) => new RowRemover(store).expiringBeyond(SIZED_CACHE, maxBytes, batch),
});

async function* removeRuns(store: Store, files: RunFiles, options: RemovalOptions): Removal {
  for await (const ids of new RowRemover(store).idsThatEnded(RUNS, options)) {
    // Reading is a separate step, even if nothing is removed.
    yield 0;
    for (const id of ids) yield* removeRun(store, files, id, options);
  }
}

const OWNED_RUNS = { table: 'runs', key: ['id'], owner: 'project_id' };
const OWNED_RESULTS = { table: 'cached_results', key: ['key'], owner: 'project_id' };
const OWNED_REVISIONS = { table: 'pipeline_revisions', key: ['project_id', 'name', 'number'], owner: 'project_id' };

/**
 * Removes a project's pipelines, then its runs with their items and files, and then its cached results. Runs under way are ended
 * first; what their processes still write is dropped.
 */
export async function* removeProjectRuns(
  store: Store,
  files: RunFiles,
  { projectId, batch }: { projectId: string; batch: number },
): Removal {
  const remover = new RowRemover(store);
  yield* remover.owned(OWNED_REVISIONS, projectId, batch);
  const always = { now: Date.now(), before: Number.MAX_SAFE_INTEGER, batch };
  for (const work of [stopRun, removeRun]) {
    for await (const rows of remover.walk({ ...OWNED_RUNS, batch })) {
      yield 0;
      const ids = rows.filter(({ project_id }) => project_id === projectId).map(({ id }) => String(id));
      for (const id of ids) yield* work(store, files, id, always);
    }
  }
  yield* remover.whereOwner({ ...OWNED_RESULTS, isOwner: (owner) => owner === projectId, batch });
}

async function* stopRun(store: Store, _files: RunFiles, id: string, { now }: RemovalOptions): Removal {
  yield await store.transaction(async (tx: Transaction) => {
    await lockRun(tx, id);
    await forceRunEnd(tx.manager, id, now);
    await removeJobsByRef(tx.manager, RUN_QUEUES, [id]);
    await removeJobsByRef(tx.manager, SHARD_QUEUES, await removeShards(tx.manager, id));
    return 0;
  });
}

/** Removes the run itself last, so that the next sweep continues an interrupted removal. */
export async function* removeRun(store: Store, files: RunFiles, id: string, { before, batch }: RemovalOptions): Removal {
  await removeFiles(files, id);
  for (const remove of [deleteItems, deleteCalls]) {
    for (let removed = batch; removed === batch;) {
      removed = await store.transaction(({ manager }) => remove(manager, id, { before, batch }));
      yield 0;
    }
  }
  yield (await store.transaction(({ manager }) => deleteEndedRun(manager, id, before))) ? 1 : 0;
}

async function removeFiles({ dataDir, objects }: RunFiles, id: string): Promise<void> {
  await rm(runFolderPath(dataDir, id), { recursive: true, force: true });
  const shared = objects.runFolder(id);
  if (shared) await objects.storage.removeAll(parseS3Url(`${shared}/`));
}

/**
 * The approximate size of ended runs: their files in the data folder or in object storage, and their items. Each run is measured
 * once.
 */
class RunSizes {
  private known = new Map<string, number>();
  private measured = new Map<string, number>();

  constructor(
    private readonly store: Store,
    private readonly files: RunFiles,
  ) {}

  /** Forgets the runs that nobody asked for since the last call. */
  begin(): void {
    this.known = this.measured;
    this.measured = new Map();
  }

  /** The size in bytes. A run that was retried has another end, and is measured again. */
  async of({ id, ended }: SizedRow): Promise<number> {
    if (ended === null) return 0;
    const key = `${id} ${ended}`;
    const size = this.known.get(key) ?? (await this.measure(id));
    this.measured.set(key, size);
    return size;
  }

  private async measure(id: string): Promise<number> {
    const items = await countItems(this.store.reader, id);
    const each = items === 0 ? 0 : await averageItemBytes(this.store.reader, id);
    return Math.round(items * each) + (await folderBytes(runFolderPath(this.files.dataDir, id))) + (await this.objectBytes(id));
  }

  private async objectBytes(id: string): Promise<number> {
    const { objects } = this.files;
    const folder = objects.runFolder(id);
    if (!folder) return 0;
    let bytes = 0;
    for await (const page of objects.storage.list(parseS3Url(`${folder}/`))) for (const { size } of page) bytes += size;
    return bytes;
  }
}
