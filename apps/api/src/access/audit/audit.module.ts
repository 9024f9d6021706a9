import { Module } from '@nestjs/common';
import { AuditLog } from './audit-log';
import { AuditController } from './audit.controller';

/** The log of what administrators do. */
@Module({ providers: [AuditLog], exports: [AuditLog] })
export class AuditModule {}

@Module({ imports: [AuditModule], controllers: [AuditController] })
export class AuditApiModule {}
