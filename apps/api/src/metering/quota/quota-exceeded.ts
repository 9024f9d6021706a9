import { PerceptError } from '@percept/sdk';
import { monthEnd } from './calendar';
import type { Reservation } from './reservation';

/** @param key the key's name. @param limit the key's limit. */
export function quotaExceeded(key: string, limit: number, { at, projectLimit }: Reservation): PerceptError {
  const end = monthEnd(at);
  const who = projectLimit === undefined ? `The key '${key}' has` : `All keys of the project of '${key}' together have`;
  const message = `${who} used the ${projectLimit ?? limit} requests of this month; the next begins at ${new Date(end).toISOString()}.`;
  return new PerceptError('QUOTA_EXCEEDED', message, { retryAfterS: (end - at) / 1000 });
}
