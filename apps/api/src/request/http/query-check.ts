import { Injectable, type CanActivate, type ExecutionContext } from '@nestjs/common';
import { checkBody } from '@percept/core';
import type { FastifyRequest } from 'fastify';
import { hasQuery } from '../../platform/rest/query-class';

class NoParameters {}

/**
 * Refuses query parameters for operations that have none. Operations with parameters check them themselves; third-party interfaces
 * ignore unknown ones.
 */
@Injectable()
export class QueryCheck implements CanActivate {
  canActivate(context: ExecutionContext): boolean {
    const { query, routeOptions } = context.switchToHttp().getRequest<FastifyRequest>();
    const { capability, door, hook } = routeOptions.config;
    if (!capability && !door && !hook && !hasQuery(context.getHandler())) checkBody(NoParameters, query);
    return true;
  }
}
