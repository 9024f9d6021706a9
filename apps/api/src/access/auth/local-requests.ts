import { type Config } from '@percept/core';
import { PerceptError } from '@percept/sdk';
import type { FastifyRequest } from 'fastify';
import { isSameOrigin } from './sessions/same-origin';

const LOOPBACK = /^(localhost|[\w-]+\.localhost|127(\.\d{1,3}){3}|\[::1\])$/;

type LocalRequest = Pick<FastifyRequest, 'headers' | 'host' | 'hostname' | 'protocol'>;

/**
 * Without authentication only this machine may send requests. A page of another site can reach a loopback address through a local
 * user's browser: by a name whose DNS points to 127.0.0.1, or from its own origin.
 * @throws FORBIDDEN.
 */
export function requireLocal(request: LocalRequest, { corsOrigins }: Pick<Config, 'corsOrigins'>): void {
  const { headers, hostname } = request;
  if (!LOOPBACK.test(bracketed(hostname)))
    throw forbidden(`the Host must be localhost or a loopback address, not '${hostname.slice(0, 100)}'`);
  const { origin } = headers;
  if (origin !== undefined && (corsOrigins.includes(origin) || isSameOrigin(request))) return;
  // A request without an Origin may come from a link, an image or a form of another site.
  if (origin === undefined && headers['sec-fetch-site'] !== 'cross-site') return;
  const from = origin === undefined ? 'another site' : `'${origin.slice(0, 100)}'`;
  throw forbidden(`requests of pages must come from this service's own pages, not from ${from}`);
}

const bracketed = (name: string): string => (name.includes(':') && !name.startsWith('[') ? `[${name}]` : name);

function forbidden(reason: string): PerceptError {
  return new PerceptError('FORBIDDEN', `Authentication is off (PERCEPT_AUTH=off), so ${reason}.`);
}
