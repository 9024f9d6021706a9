import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Usage } from './usage';

/** Every request of somebody known is in the report, refused ones too. */
export function recordRequests(fastify: FastifyInstance, usage: Usage): void {
  fastify.addHook('onResponse', async (request, { statusCode: status, elapsedTime: durationMs }) => {
    const { caller } = request;
    // An analysis that was accepted is reported when it has ended.
    if (!caller || request.is404 || (status === 202 && request.routeOptions.config.capability)) return;
    usage.record({ accountId: caller.accountId, keyId: caller.id, operation: operationOf(request), status, durationMs });
  });
}

function operationOf({ method, routeOptions: { config, url } }: FastifyRequest): string {
  return config.capability ?? `${method} ${url}`;
}
