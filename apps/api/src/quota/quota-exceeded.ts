import { PerceptError } from '@percept/core';
import { monthEnd } from './calendar';

export function quotaExceeded(key: string, limit: number, at: number): PerceptError {
  const end = monthEnd(at);
  const message = `The key '${key}' has used the ${limit} requests of this month; the next begins at ${new Date(end).toISOString()}.`;
  return new PerceptError('QUOTA_EXCEEDED', message, { retryAfterS: (end - at) / 1000 });
}
