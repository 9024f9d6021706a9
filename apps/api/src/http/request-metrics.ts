import { Inject, Injectable } from '@nestjs/common';
import type { Log } from '@percept/core';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { LOG } from '../config/service.module';
import { Metrics } from '../health/metrics';

/** Counts every request and logs it at level debug. The label is the pattern of the route: the number of paths has no bound. */
@Injectable()
export class RequestMetrics {
  constructor(
    private readonly metrics: Metrics,
    @Inject(LOG) private readonly log: Log,
  ) {}

  observe(request: FastifyRequest, { statusCode: status, elapsedTime }: FastifyReply): void {
    const { id: request_id, method } = request;
    const route = request.is404 ? 'unknown' : (request.routeOptions.url ?? 'unknown');
    this.metrics.observeRequest(route, method, status);
    this.log.debug({ request_id, method, route, status, ms: Math.round(elapsedTime) }, 'request');
  }
}
