import type { CallInput, CallOptions, CallResult, PluginHost, Share } from '@percept/core';
import type { AcceptedCall } from '@percept/sdk/doors';
import type { FastifyReply, FastifyRequest } from 'fastify';

/** A request of a door and its reply; for one of several calls also what cancels it and receives its progress. */
export interface Exchange extends Pick<CallOptions, 'signal' | 'onProgress'> {
  request: FastifyRequest;
  reply: FastifyReply;
}

/** A caller who signs instead of sending a key. */
export interface SignedCredential {
  accessKeyId: string;
  /** @throws PerceptError unless the request was signed with this secret. */
  readonly check: (secret: string) => void;
}

/** A form with several files, in its order. */
export interface FormPictures {
  fields: Record<string, string>;
  pictures: { name: string; bytes: Uint8Array }[];
}

/** What a door asks of the service: a port, because doors know neither keys nor quotas. */
export abstract class CompatCalls {
  /**
   * Identifies the caller by a key that was in the body.
   * @throws UNAUTHORIZED, FORBIDDEN, RATE_LIMITED.
   */
  abstract admit(exchange: Exchange, key: string | undefined): Promise<void>;
  /**
   * Identifies the caller by a signature.
   * @throws what the check throws; UNAUTHORIZED, FORBIDDEN, RATE_LIMITED.
   */
  abstract admitSigned(exchange: Exchange, credential: SignedCredential): Promise<void>;
  /** The version of Percept. */
  abstract readonly version: string;
  /** Who sends a request that was admitted: a key of a project. */
  abstract share(request: FastifyRequest): Share;
  /**
   * The real path of a file in the data folders.
   * @throws FORBIDDEN where the key lacks the scope `pipelines`, or the file lies elsewhere; NOT_FOUND.
   */
  abstract file(request: FastifyRequest, path: string): Promise<string>;
  /** The fields and all files of a form, three at most. @throws INVALID_REQUEST, PAYLOAD_TOO_LARGE. */
  abstract pictures(request: FastifyRequest): Promise<FormPictures>;
  /** The fields and the file of a form. @throws INVALID_REQUEST, PAYLOAD_TOO_LARGE. */
  abstract form(request: FastifyRequest): Promise<CallInput>;
  /**
   * Calls a capability for the caller of the request: counted, measured and reported by an event, as on its own route.
   * @throws what the capability throws; QUOTA_EXCEEDED, OVERLOADED.
   */
  abstract call(capability: string, input: CallInput, exchange: Exchange): Promise<CallResult>;
  /**
   * Accepts a call, to be executed from the queue. It counts as one that is waited for.
   * @returns its id.
   * @throws INVALID_REQUEST, RATE_LIMITED, QUOTA_EXCEEDED.
   */
  abstract accept(capability: string, input: CallInput, exchange: Exchange): Promise<string>;
  /** A call of the caller's project that was accepted. @throws NOT_FOUND; PAYLOAD_TOO_LARGE for a result beyond 16 MB. */
  abstract accepted(request: FastifyRequest, id: string): Promise<AcceptedCall>;
  /**
   * Runs the raw tensors of a model for the caller of the request, whose body is the message: counted, measured and reported like a
   * call of a capability, as `model.infer`.
   * @throws what the model refuses; QUOTA_EXCEEDED, OVERLOADED.
   */
  abstract infer(
    message: Pick<Parameters<PluginHost['infer']>[0], 'model' | 'headLength'>,
    exchange: Exchange,
  ): ReturnType<PluginHost['infer']>;
}
