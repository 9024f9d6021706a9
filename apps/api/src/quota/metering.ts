import { PerceptError, type Meter } from '@percept/core';
import type { ApiKeys } from '../auth/keys/api-keys';
import { monthlyLimit } from '../auth/plan';
import type { AnalysisWorkerParts } from '../analyses/analysis-worker';
import type { Usage } from '../usage/usage';
import type { QuotaCounter } from './quota-counter';
import { CALLER_GONE } from './request-limits';
import { quotaExceeded } from './quota-exceeded';

interface Parts {
  keys: ApiKeys;
  counting: QuotaCounter;
  usage: Usage;
}

/** Whom runs that nobody's key started are reported under. */
const PIPELINES = 'pipelines';

/** An analysis was counted when it was accepted: one that is refused afterwards is given back. */
export function refundAnalysis({ keys, counting, usage }: Parts): AnalysisWorkerParts['ended'] {
  return async ({ account_id: accountId, key_id: keyId, capability, created_at: at }, status, durationMs) => {
    usage.record({ accountId, keyId: keyId ?? PIPELINES, operation: capability, status, durationMs });
    if (status < 400 || !keyId) return;
    const limit = monthlyLimit(await keys.get(keyId, accountId));
    await counting.refund({ keyId, accountId, limit, counted: true }, { at, used: 0, minuteUsed: 0 });
  };
}

/** Counts each call of a run against the key that started it: what fails does not count. */
export function meterRuns({ keys, counting, usage }: Parts): Meter {
  const taking = async (keyId: string, accountId: string): Promise<() => Promise<unknown>> => {
    const record = await keys.get(keyId, accountId);
    const wanted = { keyId, accountId, limit: monthlyLimit(record), counted: true };
    const taken = await counting.reserve(wanted);
    if (taken.refused) throw quotaExceeded(record.name, wanted.limit, taken.at);
    return () => counting.refund(wanted, taken);
  };
  return async ({ payer: { accountId, keyId }, capability, signal }, work) => {
    const giveBack = keyId ? await taking(keyId, accountId) : undefined;
    const started = performance.now();
    const record = (status: number): void =>
      usage.record({
        accountId,
        keyId: keyId ?? PIPELINES,
        operation: capability,
        status,
        durationMs: performance.now() - started,
      });
    try {
      const result = await work();
      record(200);
      return result;
    } catch (error) {
      await giveBack?.();
      record(signal?.aborted ? CALLER_GONE : error instanceof PerceptError ? error.status : 500);
      throw error;
    }
  };
}
