import type { components } from './schema.js';

type ErrorBody = components['schemas']['Error']['error'];

/** An answer of the service that is an error, in its own words. */
export class PerceptError extends Error {
  override readonly name = 'PerceptError';
  readonly code: ErrorBody['code'];
  /** The parameter at fault and what is wrong with it. */
  readonly details?: ErrorBody['details'];
  /** Finds the request in the logs of the service. */
  readonly requestId?: string;

  constructor(
    readonly status: number,
    error: Partial<ErrorBody> = {},
    /** Seconds until a retry makes sense. */
    readonly retryAfter?: number,
  ) {
    super(error.message ?? `The service answered ${status}.`);
    this.code = error.code ?? 'INTERNAL';
    this.details = error.details;
    this.requestId = error.request_id;
  }

  static async of(response: Response): Promise<PerceptError> {
    const body = (await response.json().catch(() => undefined)) as { error?: ErrorBody } | undefined;
    const seconds = Number(response.headers.get('retry-after') ?? NaN);
    return new PerceptError(response.status, body?.error, Number.isFinite(seconds) ? seconds : undefined);
  }
}

/** An analysis or a run that was waited for and did not succeed. */
export class FailedError extends Error {
  override readonly name = 'FailedError';

  constructor(
    message: string,
    /** Its last state, as the service gave it. */
    readonly last: unknown,
  ) {
    super(message);
  }
}
