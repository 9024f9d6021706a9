import type { ErrorCode } from '@percept/core';
import type { Json } from './aws-input';

/** What an operation works with. */
export interface AwsCall {
  input: Json;
  /** Calls a capability for the caller and returns its output. */
  readonly call: <T>(capability: string, fields: object) => Promise<T>;
  /** The reply to a call of a batch that failed: its code, and a text. */
  readonly errorCode: (error: unknown) => { ErrorCode: string; ErrorMessage: string };
}

export type AwsOperation = (call: AwsCall) => Promise<object>;

/** A service of AWS in front of our capabilities. */
export interface AwsService {
  /** As signatures name it. */
  name: string;
  /** The type of exception for each of our errors. */
  errors: Readonly<Record<ErrorCode, string>>;
  operations: Readonly<Record<string, AwsOperation>>;
}
