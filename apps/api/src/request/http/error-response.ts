import { type PerceptError } from '@percept/sdk';

/** The format of all error responses. */
export function errorBody({ code, message, details }: PerceptError, requestId: string): object {
  return { error: { code, message, ...(details ? { details } : {}), request_id: requestId } };
}
