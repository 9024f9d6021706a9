import { Module } from '@nestjs/common';
import { CredentialsModule } from '../../access/auth/credentials.module';
import { QuotaCounter } from './quota-counter';
import { RequestLimits } from './request-limits';

/** Counts the requests of each key exactly and holds callers to their limits. */
@Module({ imports: [CredentialsModule], providers: [QuotaCounter, RequestLimits], exports: [QuotaCounter, RequestLimits] })
export class QuotaModule {}
