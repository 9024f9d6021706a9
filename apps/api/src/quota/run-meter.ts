import { Injectable } from '@nestjs/common';
import { PerceptError, type Meter } from '@percept/core';
import { ApiKeys, endOf } from '../auth/keys/api-keys';
import { monthlyLimit } from '../auth/plan';
import { Metrics } from '../health/metrics';
import { UsageRecorder } from '../usage/usage-recorder';
import { QuotaCounter } from './quota-counter';
import { quotaExceeded } from './quota-exceeded';
import { CLIENT_DISCONNECTED } from './request-limits';

/** The name that reports give to runs that no key started. */
export const PIPELINES = 'pipelines';

/** Counts each call of a run against the key that started the run. A call that fails does not count. */
@Injectable()
export class RunMeter {
  constructor(
    private readonly keys: ApiKeys,
    private readonly quota: QuotaCounter,
    private readonly usage: UsageRecorder,
    private readonly metrics: Metrics,
  ) {}

  /** @throws QUOTA_EXCEEDED; FORBIDDEN where the key was revoked or has expired. */
  readonly run: Meter = async ({ payer: { projectId, keyId }, capability, signal }, work) => {
    const refund = keyId ? await this.reserve(keyId, projectId) : undefined;
    const started = performance.now();
    const record = (status: number, outcome = 'ok'): void => {
      this.metrics.observeRunCall(capability, outcome, performance.now() - started);
      this.usage.record({
        projectId,
        keyId: keyId ?? PIPELINES,
        operation: capability,
        status,
        durationMs: performance.now() - started,
      });
    };
    try {
      const result = await work();
      record(200);
      return result;
    } catch (error) {
      await refund?.();
      const [status, code] = error instanceof PerceptError ? [error.status, error.code] : [500, 'INTERNAL'];
      if (signal?.aborted) record(CLIENT_DISCONNECTED, 'STOPPED');
      else record(status, code);
      throw error;
    }
  };

  /** @returns what refunds the reservation. */
  private async reserve(keyId: string, projectId: string): Promise<() => Promise<unknown>> {
    const record = await this.keys.get(keyId, projectId);
    const ended = endOf(record, Date.now());
    if (ended) throw new PerceptError('FORBIDDEN', `The key '${record.name}', which pays for this run, ${ended}.`);
    const request = { keyId, projectId, limit: monthlyLimit(record), counted: true };
    const reservation = await this.quota.reserve(request);
    if (reservation.refused) throw quotaExceeded(record.name, request.limit, reservation);
    return () => this.quota.refund(request, reservation);
  }
}
