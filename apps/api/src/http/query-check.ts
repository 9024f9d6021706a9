import { Injectable, type CanActivate, type ExecutionContext } from '@nestjs/common';
import { checkBody } from '@percept/core';
import type { FastifyRequest } from 'fastify';
import { hasQuery } from '../rest/query-of';

class NoParameters {}

/**
 * Refuses the parameters of a query where the operation has none. Where it has some, their own check does; the interfaces of
 * others ignore what they do not know.
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
