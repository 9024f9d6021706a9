import type { Tables } from '@percept/core';
import { CollectionEntity } from './collection.entity';
import { Collections1764100000201 } from './collections.migration';
import { EntryEntity } from './entry.entity';

export const collectionTables: Tables = {
  entities: [CollectionEntity, EntryEntity],
  migrations: [Collections1764100000201],
};
