import { Injectable } from '@nestjs/common';
import type { CallOptions } from '@percept/core';
import type { Progress } from '@percept/sdk';
import { ApiKeys } from '../../access/auth/keys/api-keys';
import { monthlyLimit } from '../../access/auth/plan';
import { ClientDisconnected } from '../../request/http/client-disconnected';
import { FrameCharge } from '../../metering/quota/frame-charge';
import { QuotaCounter } from '../../metering/quota/quota-counter';
import { isPaid } from '../../metering/quota/request-limits';
import { PIPELINES } from '../../metering/usage/run-meter';
import { UsageRecorder } from '../../metering/usage/usage-recorder';
import type { AnalysisEntity } from './analysis.entity';

/** An analysis is counted when it is accepted; a video with many frames counts more when its frames are known. */
@Injectable()
export class AnalysisBilling {
  constructor(
    private readonly keys: ApiKeys,
    private readonly quota: QuotaCounter,
    private readonly usage: UsageRecorder,
  ) {}

  /** Counts an analysis's frames beyond the first request. */
  framesOf({ project_id: projectId, key_id: keyId }: Pick<AnalysisEntity, 'project_id' | 'key_id'>): FrameCharge {
    return new FrameCharge({ keys: this.keys, quota: this.quota, payer: { projectId, keyId } });
  }

  /** Counts the frames of a long call whose caller waits, like those of an asynchronous analysis. @throws QUOTA_EXCEEDED. */
  async charged<T>(
    { projectId: project_id, keyId: key_id }: { projectId: string; keyId: string | null },
    { signal, onProgress }: Pick<CallOptions, 'signal' | 'onProgress'>,
    call: (followed: Pick<CallOptions, 'signal' | 'onProgress'>) => Promise<T>,
  ): Promise<T> {
    const frames = this.framesOf({ project_id, key_id });
    const either = signal ? AbortSignal.any([signal, frames.signal]) : frames.signal;
    const follow = (progress: Progress): void => {
      frames.onProgress(progress);
      onProgress?.(progress);
    };
    try {
      const result = await call({ signal: either, onProgress: follow });
      await frames.settled();
      return result;
    } catch (error) {
      await frames.refund(error instanceof ClientDisconnected && !frames.signal.aborted ? undefined : 0);
      throw frames.signal.aborted ? frames.signal.reason : error;
    }
  }

  /**
   * Reports an analysis that ended, and refunds one that failed, unless it took too long. For a partly broken video it refunds only
   * the frames that were not analysed.
   */
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
