import type { ErrorCode, PerceptError } from '@percept/sdk';
import type { DoorAnswer, DoorError } from '@percept/sdk/doors';

interface Status {
  http: number;
  /** The number of google.rpc.Code. */
  rpc: number;
  name: string;
}

const INVALID: Status = { http: 400, rpc: 3, name: 'INVALID_ARGUMENT' };
const EXHAUSTED: Status = { http: 429, rpc: 8, name: 'RESOURCE_EXHAUSTED' };

const STATUS: Readonly<Record<ErrorCode, Status>> = {
  INVALID_REQUEST: INVALID,
  UNSUPPORTED_MEDIA: INVALID,
  MEDIA_FETCH_FAILED: INVALID,
  PAYLOAD_TOO_LARGE: INVALID,
  UNAUTHORIZED: { http: 401, rpc: 16, name: 'UNAUTHENTICATED' },
  FORBIDDEN: { http: 403, rpc: 7, name: 'PERMISSION_DENIED' },
  NOT_FOUND: { http: 404, rpc: 5, name: 'NOT_FOUND' },
  CONFLICT: { http: 409, rpc: 10, name: 'ABORTED' },
  RATE_LIMITED: EXHAUSTED,
  QUOTA_EXCEEDED: EXHAUSTED,
  INTERNAL: { http: 500, rpc: 13, name: 'INTERNAL' },
  OVERLOADED: { http: 503, rpc: 14, name: 'UNAVAILABLE' },
  TIMEOUT: { http: 504, rpc: 4, name: 'DEADLINE_EXCEEDED' },
};

/** An error of one image of a batch: `google.rpc.Status`. */
interface RpcStatus {
  code: number;
  message: string;
}

export const UNIMPLEMENTED = 12;

export function toRpcStatus({ code, message }: PerceptError): RpcStatus {
  return { code: STATUS[code].rpc, message };
}

/** Converts an error to Google's answer. */
export function toGoogleError({ code, message }: PerceptError): DoorError {
  const { http, name } = STATUS[code];
  return { status: http, body: { error: { code: http, message, status: name } } };
}

/** The answer of an operation that Percept does not have. */
export function unimplemented(message: string): DoorAnswer {
  return { status: 501, body: { error: { code: 501, message, status: 'UNIMPLEMENTED' } } };
}
