import type { CallInput, CallOptions, CallResult, PluginHost, Share } from '@percept/core';
import type { AcceptedCall, DoorFiles, SignedCredential } from '@percept/sdk/doors';
import type { FastifyReply, FastifyRequest } from 'fastify';

/** A compatibility request and its reply. For one of several calls, also its abort signal and progress callback. */
export interface Exchange extends Pick<CallOptions, 'signal' | 'onProgress'> {
  request: FastifyRequest;
  reply: FastifyReply;
}

/** The service functions that a door needs. It is a port, because doors know neither keys nor quotas. */
export abstract class CompatCalls {
  /**
   * Identifies the caller by a key from the body, or by a signature.
   * @throws what the check of a signature throws; UNAUTHORIZED, FORBIDDEN, RATE_LIMITED.
   */
  abstract admit(exchange: Exchange, credential: string | undefined | SignedCredential): Promise<void>;
  /** The version of Percept. */
  abstract readonly version: string;
  /** The project and key behind an admitted request. */
  abstract share(request: FastifyRequest): Share;
  /**
   * The real path of a file in the data folders.
   * @throws FORBIDDEN if the key lacks the scope `pipelines` or the file is outside these folders; NOT_FOUND.
   */
  abstract file(request: FastifyRequest, path: string): Promise<string>;
  /** The fields and all files of a form, three files at most. @throws INVALID_REQUEST, PAYLOAD_TOO_LARGE. */
  abstract files(request: FastifyRequest): Promise<DoorFiles>;
  /** The fields and the file of a form. @throws INVALID_REQUEST, PAYLOAD_TOO_LARGE. */
  abstract form(request: FastifyRequest): Promise<CallInput>;
  /**
   * Calls a capability for the request's caller. The call is counted, measured and reported as an event, as on the capability's own
   * route.
   * @throws what the capability throws; QUOTA_EXCEEDED, OVERLOADED.
   */
  abstract call(capability: string, input: CallInput, exchange: Exchange): Promise<CallResult>;
  /**
   * Accepts a call for the queue. It counts like a call that the caller waits for.
   * @returns its id.
   * @throws INVALID_REQUEST, RATE_LIMITED, QUOTA_EXCEEDED.
   */
  abstract accept(capability: string, input: CallInput, exchange: Exchange): Promise<string>;
  /** An accepted call of the caller's project. @throws NOT_FOUND; PAYLOAD_TOO_LARGE for a result beyond 16 MB. */
  abstract accepted(request: FastifyRequest, id: string): Promise<AcceptedCall>;
  /**
   * Runs a model on raw tensors for the request's caller. The request body is the message. It is counted, measured and reported
   * like a call of the capability `model.infer`.
   * @throws what the model refuses; QUOTA_EXCEEDED, OVERLOADED.
   */
  abstract infer(
    message: Pick<Parameters<PluginHost['infer']>[0], 'model' | 'headLength'>,
    exchange: Exchange,
  ): ReturnType<PluginHost['infer']>;
}
