import { Injectable } from '@nestjs/common';
import { RunCancelled, type RunMetering } from '@percept/core';
import { PerceptError } from '@percept/sdk';
import { ApiKeys, describeKeyEnd } from '../../access/auth/keys/api-keys';
import { monthlyLimit } from '../../access/auth/plan';
import { Metrics } from '../../platform/health/metrics';
import { UsageRecorder } from './usage-recorder';
import { QuotaCounter } from '../quota/quota-counter';
import { quotaExceeded } from '../quota/quota-exceeded';
import { FrameCharge } from '../quota/frame-charge';
import { CLIENT_DISCONNECTED, isPaid } from '../quota/request-limits';

/** The name in reports for runs that no key started. */
export const PIPELINES = 'pipelines';

/** Counts each call of a run against the key that started the run. A failed call does not count, unless it took too long. */
@Injectable()
export class RunMeter implements RunMetering {
  constructor(
    private readonly keys: ApiKeys,
    private readonly quota: QuotaCounter,
    private readonly usage: UsageRecorder,
    private readonly metrics: Metrics,
  ) {}

  /** @throws QUOTA_EXCEEDED; FORBIDDEN if the key was revoked or has expired. */
  readonly run: RunMetering['run'] = async ({ payer, capability, isLong, signal }, work) => {
    const { projectId, keyId } = payer;
    const refund = keyId ? await this.reserve(keyId, projectId) : undefined;
    const frames = isLong ? new FrameCharge({ keys: this.keys, quota: this.quota, payer }) : undefined;
    const started = performance.now();
    const record = (status: number, outcome = 'ok'): void => {
      const durationMs = performance.now() - started;
      this.metrics.observeRunCall(capability, outcome, durationMs);
      this.usage.record({ projectId, keyId: keyId ?? PIPELINES, operation: capability, status, durationMs });
    };
    try {
      const result = await work(followed(frames, signal));
      await frames?.settled();
      record(200);
      return result;
    } catch (thrown) {
      const error: unknown = frames?.signal.aborted ? frames.signal.reason : thrown;
      const [status, code] = error instanceof PerceptError ? [error.status, error.code] : [500, 'INTERNAL'];
      // A user who aborts or cancels a video pays for the analysed frames. Nobody pays for our own errors.
      const isOurs = signal?.aborted ? !(signal.reason instanceof RunCancelled) : status === 500 || status === 429;
      const analysed = isOurs ? 0 : (frames?.analysedFrames ?? 0);
      await frames?.refund(analysed);
      if (analysed === 0 && (signal?.aborted || !isPaid(status))) await refund?.();
      if (signal?.aborted) record(CLIENT_DISCONNECTED, 'STOPPED');
      else record(status, code);
      throw error;
    }
  };

  /** Why the key cannot pay for its runs any more. */
  readonly whyEnded: RunMetering['whyEnded'] = async ({ projectId, keyId }) => {
    if (!keyId) return undefined;
    const record = await this.keys.find(keyId, projectId);
    const ended = record ? describeKeyEnd(record, Date.now()) : 'does not exist any more';
    return ended && `The key '${record?.name ?? keyId}', which pays for its runs, ${ended}.`;
  };

  /** @returns a function that refunds the reservation. */
  private async reserve(keyId: string, projectId: string): Promise<() => Promise<unknown>> {
    const record = await this.keys.get(keyId, projectId);
    const ended = describeKeyEnd(record, Date.now());
    if (ended) throw new PerceptError('FORBIDDEN', `The key '${record.name}', which pays for this run, ${ended}.`);
    const request = { keyId, projectId, limit: monthlyLimit(record), counted: true };
    const reservation = await this.quota.reserve(request);
    if (reservation.refused) throw quotaExceeded(record.name, request.limit, reservation);
    return () => this.quota.refund(request, reservation);
  }
}

function followed(frames: FrameCharge | undefined, signal?: AbortSignal) {
  if (!frames) return { signal };
  const { onProgress } = frames;
  return { onProgress, signal: signal ? AbortSignal.any([signal, frames.signal]) : frames.signal };
}
