import type { FastifyReply, FastifyRequest } from 'fastify';
import { getCookies, Headers, setCookie } from 'undici';
import { unauthorized } from '../keys/api-keys';

export const SESSION_COOKIE = 'percept_session';

/** Browsers accept a cookie with this prefix only from this host and over TLS: no other host of the domain can set it. */
const sessionCookie = ({ protocol }: Pick<FastifyRequest, 'protocol'>): string =>
  protocol === 'https' ? `__Host-${SESSION_COOKIE}` : SESSION_COOKIE;

export const cookieIn = ({ headers: { cookie } }: Pick<FastifyRequest, 'headers'>, name: string): string | undefined =>
  cookie && getCookies(new Headers({ cookie }))[name];

export const sessionTokenIn = (request: Pick<FastifyRequest, 'protocol' | 'headers'>): string | undefined =>
  cookieIn(request, sessionCookie(request));

/** Sets the cookie of the session; an age of 0 removes it. */
export function setSessionCookie(request: FastifyRequest, reply: FastifyReply, value: string, maxAge: number): void {
  const headers = new Headers();
  const secure = request.protocol === 'https';
  setCookie(headers, { name: sessionCookie(request), value, maxAge, path: '/', httpOnly: true, sameSite: 'Strict', secure });
  void reply.header('set-cookie', headers.getSetCookie());
}

/** @throws UNAUTHORIZED for a caller with a key: only a session is accepted. */
export function readSessionToken(request: FastifyRequest): string {
  const token = sessionTokenIn(request);
  if (request.caller?.kind !== 'administrator' || !token) throw unauthorized('nobody is signed in.');
  return token;
}
