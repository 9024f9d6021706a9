import type { PerceptError } from '@percept/core';

/** The one shape in which errors leave. */
export function errorBody({ code, message, details }: PerceptError, requestId: string): object {
  return { error: { code, message, ...(details ? { details } : {}), request_id: requestId } };
}
