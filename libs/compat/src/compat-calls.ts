import type { CallInput, CallResult } from '@percept/core';
import type { FastifyReply, FastifyRequest } from 'fastify';

/** A request of a door and its reply. */
export interface Exchange {
  request: FastifyRequest;
  reply: FastifyReply;
}

/** What a door asks of the service: a port, because doors know neither keys nor quotas. */
export abstract class CompatCalls {
  /**
   * Identifies the caller by a key that was in the body.
   * @throws UNAUTHORIZED, FORBIDDEN, RATE_LIMITED.
   */
  abstract admit(exchange: Exchange, key: string | undefined): Promise<void>;
  /** The fields and the file of a form. @throws INVALID_REQUEST, PAYLOAD_TOO_LARGE. */
  abstract form(request: FastifyRequest): Promise<CallInput>;
  /**
   * Calls a capability for the caller of the request: counted, measured and reported by an event, as on its own route.
   * @throws what the capability throws; QUOTA_EXCEEDED, OVERLOADED.
   */
  abstract call(capability: string, input: CallInput, exchange: Exchange): Promise<CallResult>;
}
