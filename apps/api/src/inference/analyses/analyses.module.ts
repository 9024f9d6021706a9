import { Module } from '@nestjs/common';
import { CredentialsModule } from '../../access/auth/credentials.module';
import { QuotaModule } from '../../metering/quota/quota.module';
import { UsageModule } from '../../metering/usage/usage.module';
import { Analyses } from './analyses';
import { AnalysesController } from './analyses.controller';
import { AnalysisBilling } from './analysis-billing';
import { AnalysisWorker } from './analysis-worker';
import { KeptMedia } from './uploaded-media';

/** Analyses that are accepted with 202 and executed from the queue. */
@Module({
  imports: [CredentialsModule, QuotaModule, UsageModule],
  providers: [KeptMedia, Analyses, AnalysisBilling, AnalysisWorker],
  exports: [Analyses, AnalysisBilling, AnalysisWorker],
})
export class AnalysesModule {}

@Module({ imports: [AnalysesModule], controllers: [AnalysesController] })
export class AnalysesApiModule {}
