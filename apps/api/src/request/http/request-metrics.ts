import { Injectable } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Metrics } from '../../platform/health/metrics';

/** Counts every request by the route's pattern: the number of paths is unlimited. */
@Injectable()
export class RequestMetrics {
  constructor(private readonly metrics: Metrics) {}

  observe(request: FastifyRequest, { statusCode: status }: FastifyReply): void {
    const route = request.is404 ? 'unknown' : (request.routeOptions.url ?? 'unknown');
    this.metrics.observeRequest(route, request.method, status);
  }
}
