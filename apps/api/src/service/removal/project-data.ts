import { removeProjectPipelines, RowRemover } from '@percept/core';
import type { readStorageRules, Removal, Store } from '@percept/core';
import { removeProjectWebhooks } from '@percept/webhooks';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { removeProjectAnalyses } from '../../inference/analyses/removal';
import { removeProjectCollections } from '../../inference/collections/removal';
import { removeProjectModels } from '../../inference/models/removal';
import { removeProjectUploads } from '../../inference/uploads/removal';
import { createUploadFiles } from '../../inference/uploads/upload-files';
import { deleteKeys, listKeys } from '../../access/auth/keys/api-key.repository';

const EVENTS = { table: 'events', key: ['id'], owner: 'project_id' };
const REQUESTS = { table: 'request_log', key: ['id'], owner: 'project_id' };
const AUDIT = { table: 'audit_log', key: ['id'], owner: 'project_id' };
const USAGE = {
  table: 'usage_counts',
  key: ['project_id', 'day', 'key_id', 'operation', 'status', 'within_ms'],
  owner: 'project_id',
};
const SECRETS = { table: 'project_secrets', key: ['project_id', 'name'], owner: 'project_id' };
const KEPT = { table: 'kept_values', key: ['project_id', 'name'], owner: 'project_id' };
const COUNTERS = { table: 'key_counters', key: ['key_id', 'month'], owner: 'key_id' };
const RESPONSES = { table: 'idempotent_requests', key: ['caller_id', 'key_hash'], owner: 'caller_id' };

/** Where projects have data outside the database. */
export interface ProjectFiles {
  dataDir: string;
  objects: ReturnType<typeof readStorageRules>;
  /** The folder of users' models. */
  modelsDir: string;
}

/**
 * Removes all rows and files of a project in small transactions, and yields how much each step removed. Each step keeps what later
 * steps need to find the rest. Keys go last, because they lead to counters and kept responses. So the removal can stop anywhere and
 * start again.
 */
export async function* removeProjectData(store: Store, files: ProjectFiles, of: { projectId: string; batch: number }): Removal {
  const { projectId, batch } = of;
  const isOwner = (owner: string): boolean => owner === projectId;
  const rows = new RowRemover(store);
  yield* removeProjectPipelines(store, files, of);
  yield* removeProjectAnalyses(store, files.dataDir, of);
  yield* removeProjectUploads(store, createUploadFiles(files), of);
  yield* removeProjectCollections(store, of);
  await rm(join(files.dataDir, 'files', projectId), { recursive: true, force: true });
  yield* removeProjectModels(files.modelsDir, projectId);
  yield* removeProjectWebhooks(store, of);
  yield* rows.whereOwner({ ...EVENTS, isOwner, batch });
  for (const table of [REQUESTS, AUDIT, USAGE, SECRETS, KEPT]) yield* rows.owned(table, projectId, batch);
  const keys = new Set((await listKeys(store.reader, projectId)).map(({ id }) => id));
  const isCaller = (owner: string): boolean => keys.has(owner) || isOwner(owner) || owner.endsWith(` in ${projectId}`);
  for (const table of [COUNTERS, RESPONSES]) yield* rows.whereOwner({ ...table, isOwner: isCaller, batch });
  for (const id of keys) yield await store.transaction(({ manager }) => deleteKeys(manager, [id]));
}
