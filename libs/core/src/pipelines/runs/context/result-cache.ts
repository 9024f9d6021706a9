import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import { isUploadId, type Clock, toJson } from '../../../kernel';
import type { CallInput, CallResult, PluginHost } from '../../../inference/host';
import type { Store } from '../../../durable/database';
import { isS3Url } from '../../../durable/object-storage';
import type { CachedResultEntity } from '../entities/cached-result.entity';
import { findCachedResult } from '../entities/cached-result.repository';
import type { CallStep } from '../../language';

const REMOTE = /^https?:\/\//i;
/** Fields whose value may be a path or a URL. */
export const MEDIA_FIELDS = ['image', 'video', 'document'] as const;
/** How many recent results are kept: more than can wait to be written. A result is found here until it is in the database. */
const MAX_RECENT = 1_000;
/** Fields whose value is a URL. */
export const URL_FIELDS = ['image_url', 'video_url', 'document_url'];

interface ResultCacheOptions {
  store: Store;
  clock: Clock;
  host: PluginHost;
  /** Identifies the models that a project has: results of other models are not used. */
  modelsDigest: (projectId: string) => string;
}

/**
 * Results by content. The key is a hash of the project, the capability and its version, the installed models, the input (regardless
 * of the order of its names) and the bytes of its files (not their paths). For an object its ETag is used instead of the bytes. The
 * project is included because `cached` would otherwise reveal that another project has analysed the same input.
 */
export class ResultCache {
  private readonly recent = new Map<string, CachedResultEntity>();

  constructor(private readonly options: ResultCacheOptions) {}

  /**
   * Undefined for a URL, because its content is not known before the call.
   * @param object identifies the content of a media field's object.
   */
  async keyOf(
    projectId: string,
    step: CallStep,
    { fields = {}, rowFiles = {} }: CallInput,
    object?: string,
  ): Promise<string | undefined> {
    const content: Record<string, unknown> = { ...fields };
    for (const name of MEDIA_FIELDS) {
      const value = fields[name];
      // The bytes of an upload never change.
      if (typeof value !== 'string' || value.startsWith('data:') || isUploadId(value)) continue;
      if (REMOTE.test(value)) return undefined;
      content[name] = isS3Url(value) ? object : await digestOf(value).catch(() => undefined);
      // The file cannot be read; the call will report it.
      if (content[name] === undefined) return undefined;
    }
    if (URL_FIELDS.some((name) => name in fields)) return undefined;
    for (const [name, path] of Object.entries(rowFiles)) content[name] = await digestOf(path);
    const known = [projectId, step.uses, this.versionOf(step.uses), this.options.modelsDigest(projectId), canonical(content)];
    return createHash('sha256').update(toJson(known)).digest('hex');
  }

  async find(key: string): Promise<CallResult | undefined> {
    const { store, clock } = this.options;
    const now = clock.now();
    const recent = this.recent.get(key);
    const known = recent && recent.expires_at > now ? recent : undefined;
    const row = known ?? (await findCachedResult(store.reader, key, now));
    return row ? { output: row.output, models: row.models, timings: {} } : undefined;
  }

  /** Makes a result available at once; the database gets it with the result of the item. */
  note(row: CachedResultEntity): void {
    this.recent.set(row.key, row);
    if (this.recent.size > MAX_RECENT) this.recent.delete(this.recent.keys().next().value!);
  }

  private versionOf(capability: string): string {
    const plugin = this.options.host.plugins.find(({ capabilities }) => capabilities.some(({ id }) => id === capability));
    return plugin ? `${plugin.name}@${plugin.version}` : '';
  }
}

/** SHA-256 of a file, hex. */
async function digestOf(path: string): Promise<string> {
  const hash = createHash('sha256');
  await pipeline(createReadStream(path), hash);
  return hash.digest('hex');
}

/** Puts the names of objects into one order, so that equal values give equal JSON. */
function canonical(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(canonical);
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).filter(([, each]) => each !== undefined);
  return entries.sort(([a], [b]) => (a < b ? -1 : 1)).map(([name, each]) => [name, canonical(each)]);
}
