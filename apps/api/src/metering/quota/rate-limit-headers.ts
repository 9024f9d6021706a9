import { MAX_MONTHLY } from '../../access/auth/plan';
import { MINUTE_MS, toMinute, monthEnd, monthStart } from './calendar';

/** A caller's limits and usage. */
interface QuotaStatus {
  limit: number;
  used: number;
  /** Requests a minute. Absent if unlimited. */
  rate?: number;
  minuteUsed: number;
}

/** An unknown caller: no key, no requests. */
export const STRANGER: QuotaStatus = { limit: 0, used: 0, minuteUsed: 0 };
/** A caller without a monthly limit. */
export const UNLIMITED: QuotaStatus = { limit: MAX_MONTHLY, used: 0, minuteUsed: 0 };

/**
 * `RateLimit-Policy` and `RateLimit` of the IETF draft (draft-ietf-httpapi-ratelimit-headers-10) for the minute and the month.
 * `X-RateLimit-*` is for the month, with the reset in seconds since the epoch.
 */
export function rateLimitHeaders({ limit, used, rate, minuteUsed }: QuotaStatus, now = Date.now()): Record<string, string> {
  const end = monthEnd(now);
  const monthLength = Math.round((end - monthStart(now)) / 1000);
  const left = Math.max(0, limit - used);
  const policies = [`"month";q=${limit};w=${monthLength}`];
  const limits = [`"month";r=${left};t=${Math.ceil((end - now) / 1000)}`];
  if (rate !== undefined) {
    policies.unshift(`"minute";q=${rate};w=60`);
    const minuteLeft = Math.ceil(((toMinute(now) + 1) * MINUTE_MS - now) / 1000);
    limits.unshift(`"minute";r=${Math.max(0, rate - minuteUsed)};t=${minuteLeft}`);
  }
  return {
    'ratelimit-policy': policies.join(', '),
    ratelimit: limits.join(', '),
    'x-ratelimit-limit': String(limit),
    'x-ratelimit-remaining': String(left),
    'x-ratelimit-reset': String(end / 1000),
  };
}
