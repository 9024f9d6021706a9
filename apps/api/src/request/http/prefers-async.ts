import type { FastifyRequest } from 'fastify';

/** Whether the caller does not want to wait, by the path or the header `Prefer` (RFC 7240). */
export function prefersAsync({ headers: { prefer }, routeOptions }: FastifyRequest): boolean {
  if (routeOptions.config.async) return true;
  return /(^|[\s,;])respond-async($|[\s,;])/i.test([prefer ?? []].flat().join(','));
}
