import { type Config, type Store } from '@percept/core';
import { PerceptError } from '@percept/sdk';
import type { ProjectCollections } from '@percept/sdk/pipelines';
import type { CollectionEntity } from './collection.entity';
import { findCollection } from './collection.repository';
import { CollectionSearch } from './collection-search';
import { Entries } from './entries';
import { EntrySeal } from './entry-seal';
import { roundSimilarity } from './entry-responses';
import { vectorIndexFor } from './vectors/vector-index';

/** A project's collections for use in its pipelines. */
export function openProjectCollections(store: Store, config: Config, projectId: string): ProjectCollections {
  const seal = new EntrySeal(config);
  const get = async (name: string): Promise<CollectionEntity> => {
    const row = await findCollection(store.reader, projectId, name);
    if (row) return row;
    throw new PerceptError(
      'NOT_FOUND',
      `The collection '${name.slice(0, 100)}' does not exist: create it with POST /v2/collections.`,
    );
  };
  return {
    async add(name, { picture, ...entry }) {
      const collection = await get(name);
      checkSwitchedOn(collection, config);
      const isText = collection.kind === 'texts';
      if (isText !== (entry.text !== undefined))
        throw PerceptError.invalid(
          'text',
          isText ? 'is missing: the collection has texts.' : `goes with texts, and the collection has ${collection.kind}.`,
        );
      const kept = collection.keep_pictures && picture !== undefined ? { picture } : {};
      const [row] = await new Entries(store, config, seal).add(collection, [{ ...entry, ...kept }]);
      return { id: row!.id };
    },
    async search(name, vector, { model, ...options }) {
      const collection = await get(name);
      checkSwitchedOn(collection, config);
      if (model) checkModel(collection, model);
      const found = await new CollectionSearch(store, vectorIndexFor(store, seal)).search(collection, vector, options);
      return found.map(({ row: { id, label, metadata }, similarity }) => ({
        id,
        label,
        metadata,
        similarity: roundSimilarity(similarity),
      }));
    },
  };
}

/** @throws FORBIDDEN for faces that the operator has not switched on. */
function checkSwitchedOn({ name, kind }: CollectionEntity, { optedIn }: Config): void {
  if (kind === 'faces' && !optedIn.includes('PERCEPT_FACE_RECOGNITION'))
    throw new PerceptError(
      'FORBIDDEN',
      `The collection '${name}' has faces, which nobody uses until the operator sets PERCEPT_FACE_RECOGNITION=on.`,
    );
}

/** @throws CONFLICT for vectors of another model. */
function checkModel({ name, ...has }: CollectionEntity, model: { name: string; version: string }): void {
  if (has.entries === 0 || (has.model_name === model.name && has.model_version === model.version)) return;
  const words = `The collection '${name}' has vectors of ${has.model_name} ${has.model_version}, and this one is of ${model.name} ${model.version}.`;
  const help = 'Name another collection; if its model was replaced, export it without vectors, and import it into a new one.';
  throw new PerceptError('CONFLICT', `${words} ${help}`);
}
