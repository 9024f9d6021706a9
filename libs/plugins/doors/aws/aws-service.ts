import type { ErrorCode } from '@percept/sdk';
import type { DoorCall, Json } from '@percept/sdk/doors';

/** The parameters of a call. A picture or a document is Base64 text, or bytes. */
export type AwsFields = Record<string, unknown> & (AwsPicture | { document?: Uint8Array });
export type AwsPicture = { image_data: string } | { image?: Uint8Array };

/** What an operation works with. */
export interface AwsCall extends Pick<DoorCall, 'accepted' | 'faces' | 'objects'> {
  input: Json;
  /** Calls a capability for the caller and returns its output. */
  readonly call: <T>(capability: string, fields: AwsFields) => Promise<T>;
  /** The code and message of a failed call in a batch. */
  readonly errorCode: (error: unknown) => { ErrorCode: string; ErrorMessage: string };
}

export type AwsOperation = (call: AwsCall) => Promise<object>;

/** A service of AWS in front of our capabilities. */
export interface AwsService {
  /** The name that signatures use. */
  name: string;
  /** The type of exception for each of our errors. */
  errors: Readonly<Record<ErrorCode, string>>;
  operations: Readonly<Record<string, AwsOperation>>;
}
