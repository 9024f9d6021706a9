import { PerceptError } from '@percept/core';
import type { FastifyRequest } from 'fastify';

const SAFE = ['GET', 'HEAD', 'OPTIONS'];

/**
 * A browser sends the cookie with every request, whichever site caused it; the header Origin names the site. SameSite=Strict keeps
 * other sites out already, but not another port of the same host.
 * @throws FORBIDDEN for a request that changes something and comes from elsewhere, or does not say where from.
 */
export function requireSameOrigin({ method, headers, host }: Pick<FastifyRequest, 'method' | 'headers' | 'host'>): void {
  if (SAFE.includes(method)) return;
  const { origin } = headers;
  if (origin && URL.canParse(origin) && new URL(origin).host === host) return;
  throw new PerceptError(
    'FORBIDDEN',
    `With a session, requests that change something must come from this service's own pages (Origin: ${origin ?? 'none'}). Scripts send an API key.`,
  );
}
