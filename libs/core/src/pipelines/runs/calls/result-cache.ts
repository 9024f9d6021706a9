import { createHash } from 'node:crypto';
import { MoreThan } from 'typeorm';
import type { Clock } from '../../../kernel';
import type { CallInput, CallResult, PluginHost } from '../../../inference/host';
import type { Store } from '../../../durable/database';
import { CachedResultEntity } from './cached-result.entity';
import type { CallStep } from '../../language';
import { digestOf } from '../../sources';

const REMOTE = /^https?:\/\//i;
/** Fields whose value may be a file or an URL. */
export const MEDIA_FIELDS = ['image', 'video'] as const;
/** More than can wait to be written: until then a result is found here. */
const RECENT = 1_000;
const URL_FIELDS = ['image_url', 'video_url'];

export interface CacheParts {
  store: Store;
  clock: Clock;
  host: PluginHost;
  /** Stands for the installed models: results of others are not used. */
  modelsDigest: () => string;
}

/**
 * Results by content: the key holds the capability, its version, the installed models, the input whatever the order of its
 * names, and the bytes of its files instead of their paths.
 */
export class ResultCache {
  private readonly recent = new Map<string, CachedResultEntity>();

  constructor(private readonly parts: CacheParts) {}

  /** Undefined where the content is not known before the call: for an URL. */
  async keyOf(step: CallStep, { fields = {}, rowFiles = {} }: CallInput): Promise<string | undefined> {
    const content: Record<string, unknown> = { ...fields };
    for (const name of MEDIA_FIELDS) {
      const value = fields[name];
      if (typeof value !== 'string' || value.startsWith('data:')) continue;
      if (REMOTE.test(value)) return undefined;
      content[name] = await digestOf(value).catch(() => undefined);
      // It cannot be read: the call itself will say so.
      if (content[name] === undefined) return undefined;
    }
    if (URL_FIELDS.some((name) => name in fields)) return undefined;
    for (const [name, path] of Object.entries(rowFiles)) content[name] = await digestOf(path);
    const known = [step.uses, this.versionOf(step.uses), this.parts.modelsDigest(), canonical(content)];
    return createHash('sha256').update(JSON.stringify(known)).digest('hex');
  }

  async find(key: string): Promise<CallResult | undefined> {
    const { store, clock } = this.parts;
    const now = clock.now();
    const recent = this.recent.get(key);
    const known = recent && recent.expires_at > now ? recent : undefined;
    const row = known ?? (await store.reader.findOneBy(CachedResultEntity, { key, expires_at: MoreThan(now) }));
    return row ? { output: row.output, models: row.models, timings: {} } : undefined;
  }

  /** Found from now on, though the database has it only with the item's own end. */
  note(row: CachedResultEntity): void {
    this.recent.set(row.key, row);
    if (this.recent.size > RECENT) this.recent.delete(this.recent.keys().next().value!);
  }

  private versionOf(capability: string): string {
    const plugin = this.parts.host.plugins.find(({ capabilities }) => capabilities.some(({ id }) => id === capability));
    return plugin ? `${plugin.name}@${plugin.version}` : '';
  }
}

/** The same for equal values, in whatever order their names were written. */
function canonical(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(canonical);
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).filter(([, each]) => each !== undefined);
  return entries.sort(([a], [b]) => (a < b ? -1 : 1)).map(([name, each]) => [name, canonical(each)]);
}
