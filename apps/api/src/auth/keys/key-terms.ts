import { parseMoment, PerceptError } from '@percept/core';
import type { Plan } from '../plan';

const NEVER = 'never';

/**
 * `90d`, an ISO 8601 date-time or `never` → ms since the epoch; null: never.
 * @throws INVALID_REQUEST for `expires_at`.
 */
export function readExpiry(text: string, now: number): number | null {
  if (text === NEVER) return null;
  const at = parseMoment(text, now);
  if (at === undefined)
    throw PerceptError.invalid(
      'expires_at',
      `must be a date-time such as 2027-01-01T00:00:00Z, a duration such as 90d, or never, not '${text}'.`,
    );
  if (at <= now) throw PerceptError.invalid('expires_at', `${new Date(at).toISOString()} is not in the future.`);
  return at;
}

/** @throws INVALID_REQUEST for `monthly_limit`: the other plans have theirs. */
export function checkLimit(plan: Plan, limit: number | null | undefined): void {
  if (limit && plan !== 'enterprise')
    throw PerceptError.invalid('monthly_limit', `goes with the plan 'enterprise' only; '${plan}' has a limit already.`);
}
