import { PerceptError, type Secrets } from '../../../kernel';
import type { MayFollow } from '../../../kernel/net';
import { RowsRef } from '../../syntax';
import { URL_FIELDS } from '../context/result-cache';

/** URLs whose content does not leave the machine by HTTP; buckets are limited by settings. */
const LOCAL = ['data:', 's3:'];
const FETCHED = ['http:', 'https:'];
const URLS = /https?:\/\/[^\s"'<>]+/gi;

interface Destination {
  /** Its name. */
  secret: string;
  secrets: Secrets;
  /** The run came over HTTP: without a list of hosts the secret may not be in a call with a URL. */
  isRestricted: boolean;
}

/**
 * Checks every URL in the parameters of a call that uses a secret.
 * @throws PerceptError INVALID_REQUEST for a host that may not receive the secret.
 */
export function checkDestinations(fields: unknown, destination: Destination): void {
  const { secret, secrets, isRestricted } = destination;
  const allowed = secrets.hosts(secret);
  if (!allowed && !isRestricted) return;
  for (const url of urlsIn(fields)) {
    if (isAllowed(url, allowed ?? [])) continue;
    // The host is not quoted: a pipeline may have put the secret into it, in lower case.
    const reason = `must not name a host that may not receive the secret '${secret}'`;
    throw PerceptError.invalid('with', `${reason}: ${secrets.hostsFix(secret)}.`);
  }
}

/**
 * Checks that a URL with a secret is fetched. A data URI would be decoded here, so that its pixels show the secret, and the name of an
 * object would be looked for in buckets. @throws PerceptError INVALID_REQUEST.
 */
export function checkFetched(fields: Record<string, unknown>, withSecrets: readonly string[]): void {
  for (const field of URL_FIELDS.filter((name) => withSecrets.includes(name))) {
    const url = fields[field];
    if (typeof url === 'string' && URL.canParse(url) && FETCHED.includes(new URL(url).protocol)) continue;
    throw PerceptError.invalid(field, 'must begin with http:// or https://, because a secret is in it.');
  }
}

/** Where redirects of a call that uses these secrets may lead: to hosts that may receive each of them; undefined: anywhere. */
export function redirectRule(
  names: readonly string[],
  { secrets, isRestricted }: Omit<Destination, 'secret'>,
): MayFollow | undefined {
  const lists = names.map((name) => secrets.hosts(name) ?? (isRestricted ? [] : undefined)).filter((list) => list !== undefined);
  return lists.length > 0 ? (url) => lists.every((allowed) => isAllowed(url, allowed)) : undefined;
}

function isAllowed({ host, hostname }: URL, allowed: readonly string[]): boolean {
  return allowed.some((each) => (each.startsWith('*.') ? hostname.endsWith(each.slice(1)) : each === host || each === hostname));
}

function urlsIn(value: unknown): URL[] {
  if (typeof value === 'string') return urlsInText(value);
  if (typeof value !== 'object' || value === null || value instanceof RowsRef) return [];
  return Object.values(value).flatMap(urlsIn);
}

/** Parsed as `fetch` does it, which ignores line breaks and spaces around. */
function urlsInText(text: string): URL[] {
  const whole = URL.canParse(text) ? [new URL(text)] : [];
  const inside = (text.match(URLS) ?? []).filter((each) => URL.canParse(each)).map((each) => new URL(each));
  return [...whole, ...inside].filter(({ protocol, host }) => !LOCAL.includes(protocol) && host !== '');
}
