import { PerceptError, type Config } from '@percept/core';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { ApiKey, Scope } from './api-key.entity';
import type { ApiKeys } from './api-keys';

declare module 'fastify' {
  interface FastifyRequest {
    apiKey?: ApiKey;
  }
}

/** Swagger's own routes, which carry no configuration of ours: the interface is no secret. */
const DOCUMENTS = /^\/(docs|openapi\.(json|yaml))/;

/** Checks the key before the body is read: nobody without a key makes the service read 50 MB. */
export function guardAccess(fastify: FastifyInstance, keys: ApiKeys, config: Config): void {
  if (config.PERCEPT_AUTH === 'off') return;
  fastify.addHook('onRequest', async (request) => {
    if (request.is404 || request.routeOptions.config.open || DOCUMENTS.test(request.routeOptions.url ?? '')) return;
    request.apiKey = await keys.authenticate(request.headers.authorization);
    requireScope(request, request.apiKey);
  });
}

function requireScope(request: FastifyRequest, key: ApiKey): void {
  const scope = request.routeOptions.config.scope as Scope | undefined;
  if (scope && !key.scopes.includes(scope)) {
    throw new PerceptError(
      'FORBIDDEN',
      `The key '${key.name}' lacks the scope '${scope}'; it has ${key.scopes.join(', ') || 'none'}.`,
    );
  }
}
