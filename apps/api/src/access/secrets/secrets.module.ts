import { Module } from '@nestjs/common';
import { ProjectSecrets } from './project-secrets';
import { SecretsController } from './secrets.controller';

/** The API for projects' secrets. */
@Module({ providers: [ProjectSecrets], controllers: [SecretsController] })
export class SecretsApiModule {}
