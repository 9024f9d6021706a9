import { Module } from '@nestjs/common';
import { ModelSchemaController } from './model-schema.controller';
import { ModelsController } from './models.controller';
import { Pulls } from './pulls';
import { PullsController } from './pulls.controller';

/** Lists the models and downloads those of the catalogue. */
@Module({ controllers: [ModelsController, PullsController, ModelSchemaController], providers: [Pulls] })
export class ModelsModule {}
