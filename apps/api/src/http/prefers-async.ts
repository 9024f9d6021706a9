import type { FastifyRequest } from 'fastify';

/** Whether the caller does not want to wait (RFC 7240). */
export function prefersAsync({ headers: { prefer } }: FastifyRequest): boolean {
  return /(^|[\s,;])respond-async($|[\s,;])/i.test([prefer ?? []].flat().join(','));
}
