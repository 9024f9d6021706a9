import type { SecretBox } from '@percept/core';
import type { EndpointEntity } from '../entities';
import { checkUrl } from './endpoint-url';
import { checkFilter } from './event-filter';
import { checkEvents } from './event-patterns';
import type { UpdateWebhookRequest } from './endpoint-requests';
import { checkHeaders } from './own-headers';

type Terms = Pick<EndpointEntity, 'url' | 'events' | 'description' | 'filter' | 'rate_per_second' | 'max_attempts' | 'headers'>;

/**
 * Checks the owner's settings of an endpoint and converts them for its row; absent ones are left out.
 * @throws INVALID_REQUEST for `url`, `events[i]`, `filter` or `headers.<name>`.
 */
export function toEndpointTerms(
  input: Omit<UpdateWebhookRequest, 'active'>,
  { id, secrets, allowLoopback }: { id: string; secrets: SecretBox; allowLoopback: boolean },
): Partial<Terms> {
  const terms: Partial<Terms> = {};
  if (input.url !== undefined) terms.url = checkUrl(input.url, allowLoopback);
  if (input.events !== undefined) terms.events = checkEvents(input.events);
  if (input.description !== undefined) terms.description = input.description;
  if (input.filter !== undefined) terms.filter = input.filter.trim() === '' ? null : checkFilter(input.filter);
  if (input.rate_per_second !== undefined) terms.rate_per_second = input.rate_per_second || null;
  if (input.max_attempts !== undefined) terms.max_attempts = input.max_attempts || null;
  if (input.headers !== undefined) {
    const sealed = Object.entries(checkHeaders(input.headers)).map(([name, value]) => [
      name,
      secrets.seal(value, `${id}/${name}`),
    ]);
    terms.headers = sealed.length > 0 ? (Object.fromEntries(sealed) as Record<string, string>) : null;
  }
  return terms;
}
