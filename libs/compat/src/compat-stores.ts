import type { DoorFaces, DoorObjects } from '@percept/sdk/doors';
import type { FastifyRequest } from 'fastify';
import type { Exchange } from './compat-calls';

/** The face collections of the caller's project; a port, as `CompatCalls`. */
export abstract class CompatFaces {
  abstract of(request: FastifyRequest): DoorFaces;
}

/** The S3 objects that the caller may read; a port, as `CompatCalls`. */
export abstract class CompatObjects {
  abstract of(exchange: Exchange): DoorObjects;
}
