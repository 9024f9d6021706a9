import type { SendingEndpoint } from '../entities';
import type { SecretBox } from '@percept/core';

/** The data that is needed to send to an endpoint. */
export interface DecryptedEndpoint {
  origin: string;
  path: string;
  /** The newest secret first. */
  secrets: string[];
  ownHeaders: Record<string, string>;
}

/** The maximum number of cached endpoints, the most recently used ones. */
const MAX = 256;

/** Decrypts the secrets and headers of endpoints, and caches the most recent results. */
export class EndpointDecryptor {
  private readonly known = new Map<string, DecryptedEndpoint & { made: string }>();

  constructor(private readonly box: SecretBox) {}

  /** @throws Error if the key file is not the one used for the encryption. */
  decrypt(endpoint: SendingEndpoint, now: number): DecryptedEndpoint {
    const { id, url, encrypted_secret, encrypted_old_secret, old_secret_until, headers } = endpoint;
    const old = (old_secret_until ?? 0) > now ? encrypted_old_secret : null;
    const secrets = old === null ? [encrypted_secret] : [encrypted_secret, old];
    const made = `${url} ${secrets.join(' ')} ${headers ? JSON.stringify(headers) : ''}`;
    const known = this.known.get(id);
    if (known?.made === made) return known;
    const { origin, pathname, search } = new URL(url);
    const own = Object.entries(headers ?? {}).map(([name, value]) => [name, this.box.open(value, `${id}/${name}`)]);
    const decrypted = {
      made,
      origin,
      path: pathname + search,
      secrets: secrets.map((secret) => this.box.open(secret, id)),
      ownHeaders: Object.fromEntries(own) as Record<string, string>,
    };
    this.known.delete(id);
    this.known.set(id, decrypted);
    if (this.known.size > MAX) this.known.delete(this.known.keys().next().value!);
    return decrypted;
  }
}
