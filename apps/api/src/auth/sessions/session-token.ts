import type { FastifyRequest } from 'fastify';
import { unauthorized } from '../keys/api-keys';

export const SESSION_COOKIE = 'percept_session';

/** Browsers take a cookie with this prefix from this host alone, over TLS: no neighbour of the domain can set it. */
export const sessionCookie = ({ protocol }: Pick<FastifyRequest, 'protocol'>): string =>
  protocol === 'https' ? `__Host-${SESSION_COOKIE}` : SESSION_COOKIE;

export const sessionTokenIn = (request: Pick<FastifyRequest, 'protocol' | 'cookies'>): string | undefined =>
  request.cookies[sessionCookie(request)];

/** @throws UNAUTHORIZED for a caller with a key: a session is what is asked for. */
export function tokenOf(request: FastifyRequest): string {
  const token = sessionTokenIn(request);
  if (request.caller?.kind !== 'administrator' || !token) throw unauthorized('nobody is signed in.');
  return token;
}
