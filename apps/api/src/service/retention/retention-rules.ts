import {
  coreRetention,
  readStorageRules,
  RowRemover,
  type Store,
  type Config,
  type RetentionRule,
  type Transaction,
  type Removal,
  type RemovalOptions,
} from '@percept/core';
import { webhookRetention, webhookSizeRetention } from '@percept/webhooks';
import { deleteAnalysisRows } from '../../inference/analyses/analysis.repository';
import { removeUploadedMedia } from '../../inference/analyses/uploaded-media';
import { removeExpiredEntries, removeStrayEntries } from '../../inference/collections/removal';
import { KEPT_MS as ANSWERS_KEPT_MS } from '../../request/idempotency/idempotency';
import { removeExpiredUploads } from '../../inference/uploads/removal';
import { createUploadFiles } from '../../inference/uploads/upload-files';
import { toMonth } from '../../metering/quota/calendar';
import { removeUsageBeyond, USAGE } from '../../metering/usage/usage-removal.repository';
import { deleteKeys, keysThatEnded } from '../../access/auth/keys/api-key.repository';

const ANALYSES = { table: 'analyses', createdAt: 'created_at', endedAt: 'ended_at' };
const withRows = ({ manager }: Transaction, ids: string[]): Promise<void> => deleteAnalysisRows(manager, ids);
const AUDIT = { table: 'audit_log', createdAt: 'at', endedAt: 'at' };
const REQUESTS = { table: 'request_log', createdAt: 'at', endedAt: 'at' };
const ANSWERS = { table: 'idempotent_requests', key: ['caller_id', 'key_hash'], column: 'created_at' };
const SESSIONS = { table: 'sessions', key: ['token_hash'], column: 'expires_at' };
const LINKS = { table: 'sign_in_links', key: ['token_hash'], column: 'expires_at' };
const STATES = { table: 'kept_values', key: ['project_id', 'name'], column: 'updated_at' };
const COUNTERS = { table: 'key_counters', key: ['key_id', 'month'], column: 'month' };

/** All growing data, and how long it is kept. */
export function retentionRules(store: Store, config: Config): RetentionRule[] {
  const { runs, webhooks, analyses, usage, audit, logs } = config.retentionMs;
  const { PERCEPT_DATA_DIR: dataDir } = config;
  const files = createUploadFiles({ dataDir, objects: readStorageRules(config) });
  const rows = new RowRemover(store);
  const expired = (kind: string, table: typeof SESSIONS, keepMs = 0): RetentionRule => ({
    ...{ kind, keepMs },
    remove: ({ before, batch }) => rows.below({ ...table, bound: before }, batch),
  });
  return [
    ...coreRetention(store, config),
    ...webhookRetention(store, webhooks),
    { kind: 'analyses', keepMs: analyses, remove: (options) => rows.ended(ANALYSES, options, withRows) },
    { kind: 'uploads', keepMs: 0, remove: (options) => removeUploadedMedia(store, dataDir, options) },
    { kind: 'uploads', keepMs: 0, remove: (options) => removeExpiredUploads(store, files, options) },
    { kind: 'entries', keepMs: 0, remove: (options) => removeExpiredEntries(store, options) },
    { kind: 'entries', keepMs: 0, remove: (options) => removeStrayEntries(store, options) },
    { kind: 'audit', keepMs: audit, remove: (options) => rows.ended(AUDIT, options) },
    { kind: 'requests', keepMs: logs, remove: (options) => rows.ended(REQUESTS, options) },
    { kind: 'keys', keepMs: audit, remove: (options) => removeEndedKeys(store, options) },
    {
      kind: 'usage',
      keepMs: usage,
      remove: ({ before, batch }) => rows.below({ ...USAGE, bound: dayOf(before) }, batch),
    },
    {
      kind: 'key_counters',
      keepMs: usage,
      // The month's quota is counted from these rows, so only whole months are removed.
      remove: ({ before, batch }) => rows.below({ ...COUNTERS, bound: toMonth(before) }, batch),
    },
    expired('idempotent_requests', ANSWERS, ANSWERS_KEPT_MS),
    expired('kept_values', STATES, runs),
    expired('sessions', SESSIONS),
    expired('sign_in_links', LINKS),
    ...sizeRules(store, config),
  ];
}

/** Rules for data of a project beyond a size limit, if one is set. */
function sizeRules(store: Store, config: Config): RetentionRule[] {
  const maxBytes = config.PERCEPT_RETENTION_MB * 1024 * 1024;
  if (maxBytes === 0) return [];
  const entries = { ...AUDIT, bytes: "octet_length(action) + octet_length(actor_name) + octet_length(COALESCE(target, ''))" };
  const requests = {
    ...REQUESTS,
    bytes:
      "octet_length(route) + octet_length(operation) + octet_length(COALESCE(shape, '')) + octet_length(COALESCE(error_message, ''))",
  };
  const rowBytes = '(SELECT SUM(octet_length(json)) FROM analysis_rows WHERE analysis_id = analyses.id)';
  const sized = { ...ANALYSES, bytes: `COALESCE(octet_length(result), 0) + octet_length(input) + COALESCE(${rowBytes}, 0)` };
  const rows = new RowRemover(store);
  return [
    webhookSizeRetention(store, maxBytes),
    { kind: 'analyses', keepMs: 0, remove: (options) => rows.beyond(sized, { ...options, maxBytes }, withRows) },
    { kind: 'audit', keepMs: 0, remove: (options) => rows.beyond(entries, { ...options, maxBytes }) },
    { kind: 'requests', keepMs: 0, remove: (options) => rows.beyond(requests, { ...options, maxBytes }) },
    {
      kind: 'usage',
      keepMs: 0,
      remove: ({ now, batch }) => removeUsageBeyond(store, { maxBytes, today: dayOf(now), batch }),
    },
  ];
}

const dayOf = (time: number): string => new Date(time).toISOString().slice(0, 10);

/**
 * Removes the keys that ended before that time. They are kept as long as the audit log that names them. Keys that a saved pipeline
 * names stay.
 */
async function* removeEndedKeys(store: Store, { before, batch }: Pick<RemovalOptions, 'before' | 'batch'>): Removal {
  for (let removed = batch; removed === batch;) {
    removed = await store.transaction(async ({ manager }) => deleteKeys(manager, await keysThatEnded(manager, before, batch)));
    yield removed;
  }
}
