import type { SendingEndpoint } from './endpoint.entity';
import type { SecretBox } from './secret-box';

/** What sending to an endpoint takes. */
export interface Opened {
  origin: string;
  path: string;
  /** The newest first. */
  secrets: string[];
  ownHeaders: Record<string, string>;
}

/** So many endpoints are remembered: those that have been sent to last. */
const MOST = 256;

/** Opens what is sealed of endpoints; of those that it opened last it remembers what it found. */
export class EndpointOpener {
  private readonly known = new Map<string, Opened & { made: string }>();

  constructor(private readonly box: SecretBox) {}

  /** @throws Error where the key file is not the one that it was sealed with. */
  open(endpoint: SendingEndpoint, now: number): Opened {
    const { id, url, sealed_secret, sealed_old_secret, old_secret_until, headers } = endpoint;
    const old = (old_secret_until ?? 0) > now ? sealed_old_secret : null;
    const secrets = old === null ? [sealed_secret] : [sealed_secret, old];
    const made = `${url} ${secrets.join(' ')} ${headers ? JSON.stringify(headers) : ''}`;
    const known = this.known.get(id);
    if (known?.made === made) return known;
    const { origin, pathname, search } = new URL(url);
    const own = Object.entries(headers ?? {}).map(([name, value]) => [name, this.box.open(value, `${id}/${name}`)]);
    const opened = {
      made,
      origin,
      path: pathname + search,
      secrets: secrets.map((secret) => this.box.open(secret, id)),
      ownHeaders: Object.fromEntries(own) as Record<string, string>,
    };
    this.known.delete(id);
    this.known.set(id, opened);
    if (this.known.size > MOST) this.known.delete(this.known.keys().next().value!);
    return opened;
  }
}
