import { Module } from '@nestjs/common';
import { ProjectSecrets } from './project-secrets';
import { SecretsController } from './secrets.controller';

/** Secrets of projects, over the API. */
@Module({ providers: [ProjectSecrets], controllers: [SecretsController] })
export class SecretsApiModule {}
