import { type PerceptError } from '@percept/sdk';

import type { AcceptedCall } from '@percept/sdk/doors';
import type { FastifyRequest } from 'fastify';
import type { CompatFaces } from '../compat-faces';
import type { Json } from './aws-input';

/** The parameters of a call. A picture or a document is Base64 text, or bytes. */
export type CallFields = Record<string, unknown> & (Picture | { document?: Uint8Array });
export type Picture = { image_data: string } | { image?: Uint8Array };

/** What an operation works with. */
export interface AwsCall {
  input: Json;
  /** Calls a capability for the caller and returns its output. */
  readonly call: <T>(capability: string, fields: CallFields) => Promise<T>;
  /** Face collections, bound to the request. */
  readonly faces: CompatFaces;
  readonly request: FastifyRequest;
  /** The objects of S3 storage that the caller may read. */
  readonly objects: AwsObjects;
  /** The code and message of a failed call in a batch. */
  readonly errorCode: (error: unknown) => { ErrorCode: string; ErrorMessage: string };
}

/** `CompatObjects` for one request. */
interface AwsObjects {
  read(url: string, maxBytes: number): Promise<Uint8Array>;
  acceptVideo(url: string, fields: Record<string, unknown>): Promise<string>;
  later(id: string): Promise<AcceptedCall>;
}

export type AwsOperation = (call: AwsCall) => Promise<object>;

/** A service of AWS in front of our capabilities. */
export interface AwsService {
  /** The name that signatures use. */
  name: string;
  /** The type of exception for each of our errors. */
  errors: Readonly<Record<PerceptError['code'], string>>;
  operations: Readonly<Record<string, AwsOperation>>;
}
