import { Module } from '@nestjs/common';
import { CredentialsModule } from '../../access/auth/credentials.module';
import { QuotaModule } from '../quota/quota.module';
import { UsageController } from './usage.controller';
import { UsageRecorder } from './usage-recorder';

/** Counts requests for reports. */
@Module({ providers: [UsageRecorder], exports: [UsageRecorder] })
export class UsageModule {}

@Module({ imports: [CredentialsModule, QuotaModule, UsageModule], controllers: [UsageController] })
export class UsageApiModule {}
