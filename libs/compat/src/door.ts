import type { Door, DoorRequest } from '@percept/sdk/doors';
import type { FastifyRequest } from 'fastify';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The route belongs to an interface of others, which has its own credentials and errors. */
    door?: Pick<Door, 'credential' | 'error'>;
  }
}

/** A request as doors see it: its parameters are texts. */
export const toDoorRequest = (request: FastifyRequest): DoorRequest => request as unknown as DoorRequest;
