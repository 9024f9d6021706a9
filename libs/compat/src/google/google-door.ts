import { type PerceptError } from '@percept/sdk';
import { bearerKey, headerKey, queryKey, type Door } from '@percept/sdk/doors';

interface Status {
  http: number;
  /** The number of google.rpc.Code. */
  rpc: number;
  name: string;
}

const INVALID: Status = { http: 400, rpc: 3, name: 'INVALID_ARGUMENT' };
const EXHAUSTED: Status = { http: 429, rpc: 8, name: 'RESOURCE_EXHAUSTED' };

const STATUS: Readonly<Record<PerceptError['code'], Status>> = {
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

/** Google's error body. */
export function googleError(code: number, status: string, message: string): object {
  return { error: { code, message, status } };
}

export const googleDoor: Door = {
  name: 'google',
  description: 'Google Cloud Vision and Natural Language.',
  routes: [],
  credential: (request) => headerKey(request, 'x-goog-api-key') ?? queryKey(request, 'key') ?? bearerKey(request),
  error: ({ code, message }) => {
    const { http, name } = STATUS[code];
    return { status: http, body: googleError(http, name, message) };
  },
};
