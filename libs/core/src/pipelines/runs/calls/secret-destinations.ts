import { PerceptError, type Secrets } from '../../../kernel';
import type { MayFollow } from '../../../kernel/net';
import { RowsRef } from '../../syntax';
import { URL_FIELDS } from '../context/result-cache';

/** URLs that send nothing over HTTP. Settings limit the buckets. */
const LOCAL = ['data:', 's3:'];
const FETCHED = ['http:', 'https:'];
const URLS = /https?:\/\/[^\s"'<>]+/gi;

interface Destination {
  /** The name of the secret. */
  secret: string;
  secrets: Secrets;
  /** The run came over HTTP: a secret without a list of hosts may not be in a call with a URL. */
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
 * Checks that a URL with a secret is fetched over HTTP. A data URI would be decoded here, so its pixels would show the secret. An
 * object's name would be looked up in buckets.
 * @throws PerceptError INVALID_REQUEST.
 */
export function checkFetched(fields: Record<string, unknown>, withSecrets: readonly string[]): void {
  for (const field of URL_FIELDS.filter((name) => withSecrets.includes(name))) {
    const url = fields[field];
    if (typeof url === 'string' && URL.canParse(url) && FETCHED.includes(new URL(url).protocol)) continue;
    throw PerceptError.invalid(field, 'must begin with http:// or https://, because a secret is in it.');
  }
}

/** Where redirects of a call with these secrets may lead: only to hosts that may receive all of them; undefined: anywhere. */
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

/** Parses URLs like `fetch`, which ignores line breaks and surrounding spaces. */
function urlsInText(text: string): URL[] {
  const whole = URL.canParse(text) ? [new URL(text)] : [];
  const inside = (text.match(URLS) ?? []).filter((each) => URL.canParse(each)).map((each) => new URL(each));
  return [...whole, ...inside].filter(({ protocol, host }) => !LOCAL.includes(protocol) && host !== '');
}
