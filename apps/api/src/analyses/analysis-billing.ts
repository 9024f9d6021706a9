import { Injectable } from '@nestjs/common';
import { ApiKeys } from '../auth/keys/api-keys';
import { monthlyLimit } from '../auth/plan';
import { quotaExceeded } from '../quota/quota-exceeded';
import { QuotaCounter } from '../quota/quota-counter';
import { PIPELINES } from '../quota/run-meter';
import { UsageRecorder } from '../usage/usage-recorder';
import type { AnalysisEntity } from './analysis.entity';

/** Analysed frames of a video that cost at least as much as a request. */
const FRAMES_PER_REQUEST = 100;

/** What an analysis took until it ended. */
interface Work {
  /** Frames that were analysed. */
  frames: number;
  /** Requests that were counted beyond the first. */
  charged: number;
}

/** An analysis is counted when it is accepted; a video with many frames counts more when its frames are known. */
@Injectable()
export class AnalysisBilling {
  constructor(
    private readonly keys: ApiKeys,
    private readonly quota: QuotaCounter,
    private readonly usage: UsageRecorder,
  ) {}

  /**
   * Counts a request for each further 100 frames, all of them or none.
   * @returns how many.
   * @throws QUOTA_EXCEEDED.
   */
  async charge({ project_id: projectId, key_id: keyId }: AnalysisEntity, frames: number): Promise<number> {
    const more = Math.ceil(frames / FRAMES_PER_REQUEST) - 1;
    if (!keyId || more < 1) return 0;
    const key = await this.keys.get(keyId, projectId);
    const request = { keyId, projectId, limit: monthlyLimit(key), counted: true };
    const all = await Promise.all(Array.from({ length: more }, () => this.quota.reserve(request)));
    const refused = all.find((each) => each.refused);
    if (!refused) return more;
    await Promise.all(all.filter((each) => !each.refused).map((each) => this.quota.refund(request, each)));
    throw quotaExceeded(key.name, request.limit, refused);
  }

  /** Reports an analysis that ended, and refunds one that failed; of a video that was broken somewhere only the rest. */
  async settle(analysis: AnalysisEntity, status: number, { durationMs, ...work }: Work & { durationMs: number }): Promise<void> {
    const { project_id: projectId, key_id: keyId, capability } = analysis;
    this.usage.record({ projectId, keyId: keyId ?? PIPELINES, operation: capability, status, durationMs });
    if (status < 400) return;
    const isOurs = status === 500 || status === 429;
    if (isOurs || work.frames === 0) await this.refund(analysis, 1 + work.charged);
    else await this.refundRest(analysis, work);
  }

  /** Refunds what was counted for frames that nobody will analyse. */
  async refundRest(analysis: AnalysisEntity, { frames, charged }: Work): Promise<void> {
    await this.refund(analysis, Math.max(0, charged - Math.floor(frames / FRAMES_PER_REQUEST)));
  }

  private async refund({ project_id: projectId, key_id: keyId, created_at: at }: AnalysisEntity, count: number): Promise<void> {
    if (!keyId || count === 0) return;
    const request = { keyId, projectId, limit: monthlyLimit(await this.keys.get(keyId, projectId)), counted: true };
    await Promise.all(Array.from({ length: count }, () => this.quota.refund(request, { at, used: 0, minuteUsed: 0 })));
  }
}
