import { Module } from '@nestjs/common';
import { ModelSchemaController } from './model-schema.controller';
import { ModelsController } from './models.controller';
import { ModelUploads } from './model-uploads';
import { ProjectModels } from './project-models';
import { ModelUploadsController } from './model-uploads.controller';
import { Pulls } from './pulls';
import { PullsController } from './pulls.controller';

/** Lists the models, accepts uploaded ones, and downloads those of the catalogue. */
@Module({
  controllers: [ModelsController, PullsController, ModelUploadsController, ModelSchemaController],
  providers: [Pulls, ModelUploads, ProjectModels],
  exports: [ModelUploads, ProjectModels],
})
export class ModelsModule {}
