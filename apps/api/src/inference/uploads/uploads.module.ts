import { Module } from '@nestjs/common';
import { IdempotencyModule } from '../../request/idempotency/idempotency.module';
import { Uploads } from './uploads';
import { UploadsController } from './uploads.controller';

@Module({ providers: [Uploads], exports: [Uploads] })
export class UploadsModule {}

/** Files that a project keeps for its calls. */
@Module({ imports: [UploadsModule, IdempotencyModule], controllers: [UploadsController] })
export class UploadsApiModule {}
