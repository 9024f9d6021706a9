import type { Door, DoorRequest } from '@percept/sdk/doors';
import type { FastifyRequest } from 'fastify';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The other service's interface that the route belongs to, with its own credentials and errors. */
    door?: Pick<Door, 'credential' | 'error'>;
  }
}

/** A request as doors see it: its path parameters are strings. */
export const toDoorRequest = (request: FastifyRequest): DoorRequest => request as unknown as DoorRequest;
