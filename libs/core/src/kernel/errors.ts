/**
 * Every error code of Percept, with its HTTP status and its meaning. A test keeps `docs/reference/errors.md` equal to this table.
 */
export const ERRORS = {
  INVALID_REQUEST: {
    status: 400,
    meaning: 'A parameter is missing, malformed, out of range or unknown, or the body is not JSON.',
  },
  UNSUPPORTED_MEDIA: { status: 400, meaning: 'The bytes are not a supported image or video, or they are broken.' },
  MEDIA_FETCH_FAILED: { status: 400, meaning: 'The URL could not be read; the reason says why.' },
  UNAUTHORIZED: { status: 401, meaning: 'No API key, or one that is unknown, revoked or expired.' },
  FORBIDDEN: {
    status: 403,
    meaning: 'The API key lacks the scope for this operation, or the operator has not switched on the operation.',
  },
  NOT_FOUND: { status: 404, meaning: 'There is no such path, run, webhook or model.' },
  CONFLICT: { status: 409, meaning: 'The state does not allow it, or an idempotency key came with another body.' },
  PAYLOAD_TOO_LARGE: { status: 413, meaning: 'The media or the body is larger than the limit.' },
  RATE_LIMITED: { status: 429, meaning: 'Too many requests in this minute; Retry-After says when to come back.' },
  QUOTA_EXCEEDED: {
    status: 429,
    meaning: "The plan's requests of this month are used up; Retry-After says when the next month starts.",
  },
  INTERNAL: { status: 500, meaning: 'A fault of ours; the log has it under the request id.' },
  OVERLOADED: {
    status: 503,
    meaning: 'No worker is free in time, or the disk is full: nothing was done. Retry-After says when to try again.',
  },
  TIMEOUT: { status: 504, meaning: 'The operation ran past its time limit and was ended.' },
} as const satisfies Record<string, { status: number; meaning: string }>;

/** The codes of all errors. docs/reference/errors.md has the HTTP status and the meaning of each. */
export type ErrorCode = keyof typeof ERRORS;

/** Names the invalid parameter. */
export interface ErrorDetails {
  /** The invalid parameter as the caller wrote it: `min_confidence`, `data[3].value`. */
  field: string;
  /** What is wrong with it and how to fix it. */
  reason: string;
  /** All mistakes of a pipeline. */
  findings?: { file: string; line: number; column: number; message: string }[];
}

/** An error as it crosses threads and processes. */
export interface ErrorRecord {
  code: ErrorCode;
  message: string;
  details?: ErrorDetails;
  retryAfterS?: number;
}

/** An error for the caller. Percept answers any other error with 500 INTERNAL and logs it under the request id. */
export class PerceptError extends Error {
  /** The invalid parameter. */
  readonly details?: ErrorDetails;
  /** Seconds until a retry makes sense; sent as the header Retry-After. */
  readonly retryAfterS?: number;

  constructor(
    readonly code: ErrorCode,
    message: string,
    options: { details?: ErrorDetails; retryAfterS?: number; cause?: unknown } = {},
  ) {
    super(message, { cause: options.cause });
    this.name = 'PerceptError';
    this.details = options.details;
    this.retryAfterS = options.retryAfterS;
  }

  /** The HTTP status of the code. */
  get status(): number {
    return ERRORS[this.code].status;
  }

  /** An INVALID_REQUEST error. @param reason continues `Invalid parameter 'x': `, such as `must not be empty.` */
  static invalid(field: string, reason: string): PerceptError {
    return new PerceptError('INVALID_REQUEST', `Invalid parameter '${field}': ${reason}`, { details: { field, reason } });
  }

  /** An UNSUPPORTED_MEDIA error. @param reason continues `Cannot use 'x': `. */
  static unsupportedMedia(field: string, reason: string): PerceptError {
    return new PerceptError('UNSUPPORTED_MEDIA', `Cannot use '${field}': ${reason}`, { details: { field, reason } });
  }

  /** A NOT_FOUND error. @param what starts the message, such as `The model 'x'`. */
  static notFound(what: string): PerceptError {
    return new PerceptError('NOT_FOUND', `${what} does not exist.`);
  }

  /** @internal For threads and processes. */
  toRecord(): ErrorRecord {
    return { code: this.code, message: this.message, details: this.details, retryAfterS: this.retryAfterS };
  }

  /** @internal For threads and processes. */
  static fromRecord(record: ErrorRecord): PerceptError {
    return new PerceptError(record.code, record.message, record);
  }
}
