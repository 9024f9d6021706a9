import { PerceptError } from '@percept/sdk';
import type { FastifyRequest } from 'fastify';

const SAFE = ['GET', 'HEAD', 'OPTIONS'];

type Asked = Pick<FastifyRequest, 'method' | 'headers' | 'host' | 'protocol'>;

/**
 * Whether the request comes from a page of this service, by scheme, host and port. Behind a proxy that PERCEPT_TRUSTED_PROXIES does
 * not name, the service sees http where the page sees https; then the browser's own header says whether the two are one origin.
 */
export function isSameOrigin({ headers, host, protocol }: Omit<Asked, 'method'>): boolean {
  const { origin = '', 'sec-fetch-site': site = 'same-origin' } = headers;
  if (site !== 'same-origin' || !URL.canParse(`${protocol}://${host}`)) return false;
  return [protocol, 'https'].some((scheme) => new URL(`${scheme}://${host}`).origin === origin);
}

/**
 * A browser sends the cookie with every request, whichever site caused it; the header Origin names the site. SameSite=Strict keeps
 * other sites out, but not another port of the same host.
 * @throws FORBIDDEN for a request that changes something and names another origin or none.
 */
export function requireSameOrigin(request: Asked): void {
  if (SAFE.includes(request.method) || isSameOrigin(request)) return;
  throw new PerceptError(
    'FORBIDDEN',
    `With a session, requests that change something must come from this service's own pages (Origin: ${request.headers.origin ?? 'none'}). Scripts send an API key.`,
  );
}
