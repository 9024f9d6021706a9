import { Global, Module } from '@nestjs/common';
import { RunMetering } from '@percept/core';
import { CredentialsModule } from '../../access/auth/credentials.module';
import { UsageModule } from './usage.module';
import { HealthModule } from '../../platform/health/health.module';
import { QuotaModule } from '../quota/quota.module';
import { RunMeter } from './run-meter';

/** Provides the meter that counts the calls of the core's pipelines. Global, because the core asks for it. */
@Global()
@Module({
  imports: [CredentialsModule, HealthModule, QuotaModule, UsageModule],
  providers: [{ provide: RunMetering, useClass: RunMeter }],
  exports: [RunMetering],
})
export class RunMeterModule {}
