import type { FastifyRequest } from 'fastify';
import { unauthorized } from '../keys/api-keys';
import { SESSION_COOKIE } from './sessions';

/** @throws UNAUTHORIZED for a caller with a key: a session is what is asked for. */
export function tokenOf(request: FastifyRequest): string {
  const token = request.cookies[SESSION_COOKIE];
  if (request.caller?.kind !== 'administrator' || !token) throw unauthorized('nobody is signed in.');
  return token;
}
