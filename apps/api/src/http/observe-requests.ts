import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import type { Log } from '@percept/core';
import { Metrics } from '../health/metrics';

/** Counts every request and, at level debug, logs it. The route's pattern is the label: never the path, which would be without end. */
export function observeRequests(app: NestFastifyApplication, log: Log): void {
  const metrics = app.get(Metrics);
  app
    .getHttpAdapter()
    .getInstance()
    .addHook('onResponse', async (request, reply) => {
      const route = request.is404 ? 'unknown' : (request.routeOptions.url ?? 'unknown');
      metrics.observeRequest(route, request.method, reply.statusCode);
      log.debug(
        { request_id: request.id, method: request.method, route, status: reply.statusCode, ms: Math.round(reply.elapsedTime) },
        'request',
      );
    });
}
