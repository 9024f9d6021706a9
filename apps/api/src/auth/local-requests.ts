import { PerceptError, type Config } from '@percept/core';
import type { FastifyRequest } from 'fastify';

const LOOPBACK = /^(localhost|[\w-]+\.localhost|127(\.\d{1,3}){3}|\[::1\])$/;

/**
 * Without authentication only this machine may ask. A page of another site reaches a loopback address through the browser of
 * somebody here: by a name that its DNS points to 127.0.0.1, or from its own origin.
 * @throws FORBIDDEN.
 */
export function requireLocal({ headers, host, hostname }: FastifyRequest, { corsOrigins }: Config): void {
  if (!LOOPBACK.test(bracketed(hostname)))
    throw forbidden(`the Host must be localhost or a loopback address, not '${hostname.slice(0, 100)}'`);
  const { origin } = headers;
  if (origin === undefined || corsOrigins.includes(origin)) return;
  if (!URL.canParse(origin) || new URL(origin).host !== host)
    throw forbidden(`requests of pages must come from this service's own pages, not from '${origin.slice(0, 100)}'`);
}

const bracketed = (name: string): string => (name.includes(':') && !name.startsWith('[') ? `[${name}]` : name);

function forbidden(reason: string): PerceptError {
  return new PerceptError('FORBIDDEN', `Authentication is off (PERCEPT_AUTH=off), so ${reason}.`);
}
