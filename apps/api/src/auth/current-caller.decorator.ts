import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';

/** Whoever sends the request, as the guard found. */
export const CurrentCaller = createParamDecorator((_: unknown, context: ExecutionContext) => {
  return context.switchToHttp().getRequest<FastifyRequest>().caller;
});
