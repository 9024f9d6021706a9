import { Injectable } from '@nestjs/common';
import { checkRoom, Config, newId, Store, systemClock, type Clock } from '@percept/core';
import { PerceptError } from '@percept/sdk';
import type { CollectionEntity, CollectionKind } from './collection.entity';
import { countCollections, findCollection, insertCollection, listCollections, updateCollection } from './collection.repository';
import { Embeddings } from './embeddings';
import { countLabels } from './entry.repository';
import { removeCollection } from './removal';

/** Entries that one transaction removes. */
const BATCH = 500;

interface NewCollection {
  name: string;
  kind: CollectionKind;
  keep_pictures: boolean;
  keep_days: number;
}

@Injectable()
export class Collections {
  private readonly clock: Clock = systemClock;

  constructor(
    private readonly store: Store,
    private readonly config: Config,
    private readonly embeddings: Embeddings,
  ) {}

  /**
   * @throws CONFLICT if the name is taken, and for too many collections; INVALID_REQUEST for a kind that no capability here
   * describes.
   */
  create(project_id: string, { name, kind, keep_pictures, keep_days }: NewCollection): Promise<CollectionEntity> {
    this.embeddings.check(kind);
    return this.store.transaction(async (tx) => {
      const room = { projectId: project_id, kind: 'collections', most: this.config.projectLimits.collections } as const;
      await checkRoom(tx, room, () => countCollections(tx, project_id));
      if (await findCollection(tx.manager, project_id, name)) throw nameTaken(name);
      const now = this.clock.now();
      const row: CollectionEntity = {
        ...{ id: newId('col'), project_id, name, kind, keep_pictures, keep_days },
        ...{ model_name: null, model_version: null, dimensions: null },
        ...{ entries: 0, revision: 0, created_at: now, updated_at: now },
      };
      await insertCollection(tx.manager, row);
      return row;
    });
  }

  list(projectId: string): Promise<CollectionEntity[]> {
    return listCollections(this.store.reader, projectId);
  }

  /** Finds a collection by id or name. @throws NOT_FOUND, also for a collection of another project. */
  async get(projectId: string, idOrName: string): Promise<CollectionEntity> {
    const row = await findCollection(this.store.reader, projectId, idOrName);
    if (!row) throw PerceptError.notFound(`The collection '${idOrName.slice(0, 100)}'`);
    return row;
  }

  labels({ id }: CollectionEntity): ReturnType<typeof countLabels> {
    return countLabels(this.store.reader, id);
  }

  /** @throws NOT_FOUND; CONFLICT if the name is taken. */
  update(projectId: string, idOrName: string, changes: Partial<NewCollection>): Promise<CollectionEntity> {
    return this.store.transaction(async ({ manager }) => {
      const before = await findCollection(manager, projectId, idOrName);
      if (!before) throw PerceptError.notFound(`The collection '${idOrName.slice(0, 100)}'`);
      const namesake = changes.name === undefined ? null : await findCollection(manager, projectId, changes.name);
      if (namesake && namesake.id !== before.id) throw nameTaken(changes.name!);
      const changed = { ...changes, updated_at: this.clock.now() };
      await updateCollection(manager, before.id, changed);
      return { ...before, ...changed };
    });
  }

  /** Also deletes all entries, their pictures and vectors. @throws NOT_FOUND. */
  async delete(projectId: string, idOrName: string): Promise<void> {
    const { id, kind } = await this.get(projectId, idOrName);
    for await (const removed of removeCollection(this.store, id, BATCH)) void removed;
    if (kind === 'faces') await this.store.scrub();
  }
}

const nameTaken = (name: string): PerceptError =>
  new PerceptError('CONFLICT', `There is a collection '${name}' already: choose another name.`);
