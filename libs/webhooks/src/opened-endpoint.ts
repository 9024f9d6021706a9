import type { EndpointRow } from './endpoint.entity';
import type { SecretBox } from './secret-box';

/**
 * What of an endpoint is kept encrypted: its secrets, the newest first, and its own headers.
 * @throws Error where the key file is not the one that it was sealed with.
 */
export function openEndpoint(endpoint: EndpointRow, box: SecretBox, now: number) {
  const { id, sealed_secret, sealed_old_secret, old_secret_until } = endpoint;
  const secrets = [box.open(sealed_secret, id)];
  if (sealed_old_secret !== null && (old_secret_until ?? 0) > now) secrets.push(box.open(sealed_old_secret, id));
  const headers = Object.entries(endpoint.headers ?? {}).map(([name, value]) => [name, box.open(value, `${id}/${name}`)]);
  return { secrets, ownHeaders: Object.fromEntries(headers) as Record<string, string> };
}
