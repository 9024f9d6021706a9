import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Usage } from './usage';

/** Every request of somebody known is in the report, refused ones too. */
export function recordRequests(fastify: FastifyInstance, usage: Usage): void {
  fastify.addHook('onResponse', async (request, { statusCode: status, elapsedTime: durationMs }) => {
    const { caller } = request;
    if (!caller || request.is404) return;
    usage.record({ accountId: caller.accountId, keyId: caller.id, operation: operationOf(request), status, durationMs });
  });
}

function operationOf({ method, routeOptions: { config, url } }: FastifyRequest): string {
  return config.capability ?? `${method} ${url}`;
}
