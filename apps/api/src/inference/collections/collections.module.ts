import { Module } from '@nestjs/common';
import { Store } from '@percept/core';
import { ModelsModule } from '../models/models.module';
import { CollectionSearch } from './collection-search';
import { CollectionsController } from './collections.controller';
import { Collections } from './collections';
import { Embeddings } from './embeddings';
import { EntriesController } from './entries.controller';
import { Entries } from './entries';
import { EntrySeal } from './entry-seal';
import { SearchController } from './search.controller';
import { Teacher } from './teaching/teacher';
import { ModelTrainingController, TeachingController } from './teaching/teaching.controller';
import { Trainings } from './teaching/trainings';
import { Transfer } from './transfer';
import { VectorIndex, vectorIndexFor } from './vectors/vector-index';

const INDEX = { provide: VectorIndex, useFactory: vectorIndexFor, inject: [Store, EntrySeal] };

/** Vectors of pictures and texts that a project stores for searching. */
@Module({
  imports: [ModelsModule],
  providers: [Collections, Entries, EntrySeal, Embeddings, INDEX, CollectionSearch, Transfer, Teacher, Trainings],
  exports: [Collections, Entries, CollectionSearch, Embeddings],
  controllers: [CollectionsController, EntriesController, SearchController, TeachingController, ModelTrainingController],
})
export class CollectionsApiModule {}
