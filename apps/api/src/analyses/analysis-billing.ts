import { Injectable } from '@nestjs/common';
import { ApiKeys } from '../auth/keys/api-keys';
import { monthlyLimit } from '../auth/plan';
import { FrameCharge } from '../quota/frame-charge';
import { QuotaCounter } from '../quota/quota-counter';
import { isPaid } from '../quota/request-limits';
import { PIPELINES } from '../quota/run-meter';
import { UsageRecorder } from '../usage/usage-recorder';
import type { AnalysisEntity } from './analysis.entity';

/** An analysis is counted when it is accepted; a video with many frames counts more when its frames are known. */
@Injectable()
export class AnalysisBilling {
  constructor(
    private readonly keys: ApiKeys,
    private readonly quota: QuotaCounter,
    private readonly usage: UsageRecorder,
  ) {}

  /** What its frames count beyond the first request. */
  framesOf({ project_id: projectId, key_id: keyId }: Pick<AnalysisEntity, 'project_id' | 'key_id'>): FrameCharge {
    return new FrameCharge({ keys: this.keys, quota: this.quota, payer: { projectId, keyId } });
  }

  /** Reports an analysis that ended, and refunds one that failed, unless it took too long; of a video that was broken somewhere only the rest. */
  async settle(analysis: AnalysisEntity, status: number, work: { durationMs: number; frames: FrameCharge }): Promise<void> {
    const { project_id: projectId, key_id: keyId, capability, created_at: at } = analysis;
    const { durationMs, frames } = work;
    this.usage.record({ projectId, keyId: keyId ?? PIPELINES, operation: capability, status, durationMs });
    if (status < 400) return;
    const isOurs = status === 500 || status === 429;
    const analysed = isOurs ? 0 : frames.analysedFrames;
    await frames.refund(analysed);
    if (analysed > 0 || !keyId || isPaid(status)) return;
    const request = { keyId, projectId, limit: monthlyLimit(await this.keys.get(keyId, projectId)), counted: true };
    await this.quota.refund(request, { at, used: 0, minuteUsed: 0 });
  }
}
