import type { OnApplicationShutdown } from '@nestjs/common';
import { Semaphore, Store, type Share } from '@percept/core';
import type { CollectionEntity } from '../collection.entity';
import type { EntrySeal } from '../entry-seal';
import { DatabaseVectors } from './database-vectors.repository';
import { loadVectors } from './load-vectors';
import type { NearEntry, NearQuery } from './vector-table';
import { VectorThread } from './vector-thread';

/** The memory limit for all collections. The one that was searched longest ago is dropped first. */
const MAX_BYTES = 2 * 1024 ** 3;
const BYTES = 4;
/** The copy of a collection that the database searches is dropped when no filter needed it for so long. */
const IDLE_MS = 600_000;
/** A copy is loaded again if it has more than twice as many entries as the collection, and this many more. */
const SPARE = 1_000;

/** The thread's copy of a collection. */
interface Loaded {
  dimensions: number;
  revision: number;
  /** Entries, with those that are gone and that no search has met. */
  size: number;
  /** Loads and searches of a collection take turns. */
  work: Promise<unknown>;
  /** When it was searched. */
  used: number;
}

/**
 * Searches collections in memory, unless `DatabaseVectors` does. The database is authoritative: each search first loads what has changed since the last one. It
 * may still find removed entries, because listing the remaining ones would take as long as loading them.
 */
export class VectorIndex implements OnApplicationShutdown {
  private readonly thread = new VectorThread(() => this.loaded.clear());
  /** By id, the least recently used first. */
  private readonly loaded = new Map<string, Loaded>();
  private readonly jobs = new Semaphore(1);

  constructor(
    readonly store: Store,
    readonly seal: EntrySeal,
    readonly database = new DatabaseVectors(store, seal),
  ) {}

  /** The nearest entries, the nearest first. */
  async search(collection: CollectionEntity, query: NearQuery): Promise<NearEntry[]> {
    if (collection.dimensions === null) return [];
    const { id } = collection;
    const near = await this.database.search(collection, query);
    const spare = near && this.loaded.get(id);
    if (spare && performance.now() - spare.used > IDLE_MS) {
      this.loaded.delete(id);
      await this.drop(id, spare);
    }
    if (near) return near;
    const known = this.known(collection, collection.dimensions);
    const found = known.work.then(async () => {
      await this.update(collection, known);
      return this.thread.run<'search'>({ kind: 'search', collection: id, query });
    });
    known.work = found.catch(() => undefined);
    await this.makeRoom(id);
    return found;
  }

  /** Drops entries that a search has found and that are gone. */
  async forget({ id }: CollectionEntity, ids: string[]): Promise<void> {
    const size = await this.thread.run<'remove'>({ kind: 'remove', collection: id, ids });
    const known = this.loaded.get(id);
    if (known) known.size = size;
  }

  /** Runs long work in its own thread, which holds the vectors of the collection and ends with the signal. One at a time. */
  async apart<T>(
    collection: CollectionEntity,
    { share, signal }: { share: Share; signal?: AbortSignal },
    work: (thread: VectorThread) => Promise<T>,
  ): Promise<T> {
    await this.jobs.acquire({ share, rank: '' });
    const thread = new VectorThread();
    signal?.addEventListener('abort', () => void thread.close());
    try {
      signal?.throwIfAborted();
      // Also those that were changed since the collection was looked up.
      for await (const { batch } of loadVectors(this, { ...collection, revision: Infinity })) {
        signal?.throwIfAborted();
        await thread.run<'put'>({ kind: 'put', collection: collection.id, dimensions: collection.dimensions!, batch });
      }
      return await work(thread);
    } finally {
      this.jobs.release();
      await thread.close();
    }
  }

  async onApplicationShutdown(): Promise<void> {
    await this.thread.close();
  }

  /** A collection that was emptied may have vectors of another model now. */
  private known({ id, entries }: CollectionEntity, dimensions: number): Loaded {
    const before = this.loaded.get(id);
    const isCurrent = before?.dimensions === dimensions && before.size <= 2 * entries + SPARE;
    const known = isCurrent
      ? before
      : { dimensions, revision: 0, size: 0, used: 0, work: before ? this.drop(id, before) : Promise.resolve() };
    known.used = performance.now();
    this.loaded.delete(id);
    this.loaded.set(id, known);
    return known;
  }

  private async drop(id: string, { work }: Loaded): Promise<void> {
    await work;
    await this.thread.run<'drop'>({ kind: 'drop', collection: id });
  }

  /** Loads what any process has changed in the database. */
  private async update(collection: CollectionEntity, known: Loaded): Promise<void> {
    const { id, dimensions } = collection;
    for await (const { batch, revision } of loadVectors(this, collection, known.revision)) {
      known.size = await this.thread.run<'put'>({ kind: 'put', collection: id, dimensions: dimensions!, batch });
      known.revision = revision;
    }
    known.revision = Math.max(known.revision, collection.revision);
  }

  private async makeRoom(current: string): Promise<void> {
    let bytes = 0;
    for (const each of this.loaded.values()) bytes += bytesOf(each);
    for (const [id, each] of this.loaded) {
      if (bytes <= MAX_BYTES) return;
      if (id === current) continue;
      this.loaded.delete(id);
      bytes -= bytesOf(each);
      await this.drop(id, each);
    }
  }
}

const bytesOf = ({ size, dimensions }: Loaded): number => size * dimensions * BYTES;

const indexes = new WeakMap<Store, VectorIndex>();

/** The one index of a database: a process's requests and pipelines search in the same memory. */
export function vectorIndexFor(store: Store, seal: EntrySeal): VectorIndex {
  const index = indexes.get(store) ?? new VectorIndex(store, seal);
  indexes.set(store, index);
  return index;
}
