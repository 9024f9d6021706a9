import { parseMoment } from '@percept/core';
import { PerceptError } from '@percept/sdk';
import type { KeyPlan } from '../plan';

const NEVER = 'never';

/**
 * `90d`, an ISO 8601 date-time or `never` → ms since the epoch; null: never.
 * @throws INVALID_REQUEST for `expires_at`.
 */
export function readExpiry(text: string, now: number): number | null {
  if (text === NEVER) return null;
  return parseMoment(text, now, { field: 'expires_at', others: ', a duration such as 90d, or never' });
}

/** @throws INVALID_REQUEST for `monthly_limit` with any plan but `enterprise`: the others have fixed limits. */
export function checkLimit(plan: KeyPlan, limit: number | null | undefined): void {
  if (limit && plan !== 'enterprise')
    throw PerceptError.invalid('monthly_limit', `is for the plan 'enterprise' only: the limit of '${plan}' is fixed.`);
}
