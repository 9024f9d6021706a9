import { PerceptError, type Config, type ProjectCollections, type Store } from '@percept/core';
import type { CollectionEntity } from './collection.entity';
import { findCollection } from './collection.repository';
import { CollectionSearch } from './collection-search';
import { Entries } from './entries';
import { rounded } from './entry-responses';
import { vectorIndexFor } from './vectors/vector-index';

/** The collections of a project as its pipelines use them. */
export function openProjectCollections(store: Store, config: Config, projectId: string): ProjectCollections {
  const get = async (name: string): Promise<CollectionEntity> => {
    const row = await findCollection(store.reader, projectId, name);
    if (!row) throw PerceptError.notFound(`The collection '${name.slice(0, 100)}'`);
    return row;
  };
  return {
    async add(name, { picture, ...entry }) {
      const collection = await get(name);
      const isText = collection.kind === 'texts';
      if (isText !== (entry.text !== undefined))
        throw PerceptError.invalid(
          'text',
          isText ? 'is missing: the collection has texts.' : `goes with texts, and the collection has ${collection.kind}.`,
        );
      const kept = collection.keep_pictures && picture !== undefined ? { picture } : {};
      const [row] = await new Entries(store, config).add(collection, [{ ...entry, ...kept }]);
      return { id: row!.id };
    },
    async search(name, vector, options) {
      const found = await new CollectionSearch(store, vectorIndexFor(store)).search(await get(name), vector, options);
      return found.map(({ row: { id, label, metadata }, similarity }) => ({
        id,
        label,
        metadata,
        similarity: rounded(similarity),
      }));
    },
  };
}
