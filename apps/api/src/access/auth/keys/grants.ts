import { PerceptError } from '@percept/sdk';
import type { Caller } from '../caller';
import { monthlyLimit, type KeyPlan } from '../plan';
import type { Scope } from '../scopes';

/** What a key will be granted. */
interface Grant {
  scopes: readonly Scope[];
  plan: KeyPlan;
  monthly_limit: number | null;
  /** Milliseconds since the epoch; null: never. */
  expires_at: number | null;
}

/**
 * A key that makes, changes or rotates a key grants only what it has itself: otherwise it could raise itself through another key.
 * Signed-in administrators and the command line grant anything.
 * @throws FORBIDDEN.
 */
export function checkGrant(caller: Caller, { scopes, expires_at, ...terms }: Grant): void {
  if (caller.kind !== 'key') return;
  const lacking = scopes.filter((scope) => !caller.scopes.includes(scope));
  const fix = 'Sign in as an administrator, or use `percept keys`.';
  if (lacking.length > 0)
    throw new PerceptError('FORBIDDEN', `The key '${caller.name}' lacks ${lacking.join(', ')}, so it cannot give that. ${fix}`);
  const limit = monthlyLimit(terms);
  if (limit > caller.monthlyLimit!) {
    const reason = `may send ${caller.monthlyLimit} requests a month, so it cannot give ${limit}`;
    throw new PerceptError('FORBIDDEN', `The key '${caller.name}' ${reason}. ${fix}`);
  }
  if (caller.expiresAt !== undefined && (expires_at === null || expires_at > caller.expiresAt)) {
    const end = new Date(caller.expiresAt).toISOString();
    const reason = `ends at ${end}, so it cannot give access for longer: send 'expires_at'`;
    throw new PerceptError('FORBIDDEN', `The key '${caller.name}' ${reason}. ${fix}`);
  }
}
