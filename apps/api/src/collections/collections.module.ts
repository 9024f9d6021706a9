import { Module } from '@nestjs/common';
import { CollectionSearch } from './collection-search';
import { CollectionsController } from './collections.controller';
import { Collections } from './collections';
import { Embeddings } from './embeddings';
import { EntriesController } from './entries.controller';
import { Entries } from './entries';
import { SearchController } from './search.controller';
import { Transfer } from './transfer';
import { VectorIndex } from './vectors/vector-index';

/** Vectors of pictures and texts that a project keeps, to search in. */
@Module({
  providers: [Collections, Entries, Embeddings, VectorIndex, CollectionSearch, Transfer],
  controllers: [CollectionsController, EntriesController, SearchController],
})
export class CollectionsApiModule {}
