import { Module } from '@nestjs/common';
import { APP_FILTER, APP_GUARD } from '@nestjs/core';
import { AuditModule } from '../access/audit/audit.module';
import { RequestAudit } from '../access/audit/request-audit';
import { AuthModule } from '../access/auth/auth.module';
import { HealthModule } from '../platform/health/health.module';
import { LogsModule } from '../metering/logs/logs.module';
import { QuotaModule } from '../metering/quota/quota.module';
import { RequestUsage } from '../metering/usage/request-usage';
import { UsageModule } from '../metering/usage/usage.module';
import { AccessCheck } from './http/access-check';
import { ErrorsFilter } from './http/errors.filter';
import { QueryCheck } from './http/query-check';
import { RequestMetrics } from './http/request-metrics';

/** The steps of every request. pipeline.ts has their order. */
@Module({
  imports: [AuthModule, QuotaModule, AuditModule, UsageModule, LogsModule, HealthModule],
  providers: [
    ...[AccessCheck, RequestAudit, RequestUsage, RequestMetrics],
    { provide: APP_FILTER, useClass: ErrorsFilter },
    { provide: APP_GUARD, useClass: QueryCheck },
  ],
  exports: [AccessCheck],
})
export class HttpModule {}
