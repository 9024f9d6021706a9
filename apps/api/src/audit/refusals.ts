import type { FastifyRequest } from 'fastify';
import type { Done } from './audit-log';

const SHOWN_CHARACTERS = 12;
const WINDOW_MS = 60_000;
const MAX_A_MINUTE = 60;
const SIGN_IN = /^\/v1\/session$/;

/** How many refusals this process may still log in the current minute: a flood must not fill the disk. */
let left = MAX_A_MINUTE;
let window = 0;

/** A refused key or a failed sign-in, for the audit log; undefined for any other answer, and for a flood. */
export function refusalOf(request: FastifyRequest, status: number): Done | undefined {
  const isSignIn = request.method === 'POST' && SIGN_IN.test(request.routeOptions.url ?? '') && status >= 400;
  const key = /^Bearer +(\S+)$/i.exec(request.headers.authorization ?? '')?.[1];
  if (!isSignIn && (status !== 401 || key === undefined)) return undefined;
  const minute = Math.floor(Date.now() / WINDOW_MS);
  if (minute !== window) [window, left] = [minute, MAX_A_MINUTE];
  if (left-- <= 0) return undefined;
  const about = { address: request.ip, requestId: request.id };
  if (isSignIn) return { action: 'sign-in refused', ...about };
  // As a list of keys shows it: enough to recognize a key of one's own, and no help to guess it.
  return { action: 'key refused', target: key!.slice(0, SHOWN_CHARACTERS), ...about };
}
