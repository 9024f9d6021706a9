import { Injectable } from '@nestjs/common';
import { ApiKeys } from '../auth/keys/api-keys';
import { monthlyLimit } from '../auth/plan';
import { QuotaCounter } from '../quota/quota-counter';
import { PIPELINES } from '../quota/run-meter';
import { UsageRecorder } from '../usage/usage-recorder';
import type { AnalysisEntity } from './analysis.entity';

/** Reports an analysis that ended. It was counted when it was accepted, so a failed one is refunded. */
@Injectable()
export class AnalysisBilling {
  constructor(
    private readonly keys: ApiKeys,
    private readonly quota: QuotaCounter,
    private readonly usage: UsageRecorder,
  ) {}

  async settle(analysis: AnalysisEntity, status: number, durationMs: number): Promise<void> {
    const { project_id: projectId, key_id: keyId, capability, created_at: at } = analysis;
    this.usage.record({ projectId, keyId: keyId ?? PIPELINES, operation: capability, status, durationMs });
    if (status < 400 || !keyId) return;
    const limit = monthlyLimit(await this.keys.get(keyId, projectId));
    await this.quota.refund({ keyId, projectId, limit, counted: true }, { at, used: 0, minuteUsed: 0 });
  }
}
