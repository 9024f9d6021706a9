/** Every code that Percept answers with: its HTTP status and what it means. `docs/errors.md` is held equal to this table. */
export declare const ERRORS: {
    readonly INVALID_REQUEST: {
        readonly status: 400;
        readonly meaning: "A parameter is missing, malformed, out of range or unknown, or the body is not JSON.";
    };
    readonly UNSUPPORTED_MEDIA: {
        readonly status: 400;
        readonly meaning: "The bytes are no supported picture or clip, or they are broken.";
    };
    readonly MEDIA_FETCH_FAILED: {
        readonly status: 400;
        readonly meaning: "The URL could not be read; the reason says why.";
    };
    readonly UNAUTHORIZED: {
        readonly status: 401;
        readonly meaning: "No API key, or one that is unknown, revoked or expired.";
    };
    readonly FORBIDDEN: {
        readonly status: 403;
        readonly meaning: "The API key lacks the scope for this operation.";
    };
    readonly NOT_FOUND: {
        readonly status: 404;
        readonly meaning: "There is no such path, run, webhook or model.";
    };
    readonly CONFLICT: {
        readonly status: 409;
        readonly meaning: "The state does not allow it, or an idempotency key came with another body.";
    };
    readonly PAYLOAD_TOO_LARGE: {
        readonly status: 413;
        readonly meaning: "The media or the body is larger than the limit.";
    };
    readonly RATE_LIMITED: {
        readonly status: 429;
        readonly meaning: "Too many requests in this minute; Retry-After says when to come back.";
    };
    readonly QUOTA_EXCEEDED: {
        readonly status: 429;
        readonly meaning: "The plan's requests of this month are used up; Retry-After says when the next month starts.";
    };
    readonly INTERNAL: {
        readonly status: 500;
        readonly meaning: "A fault of ours; the log has it under the request id.";
    };
    readonly OVERLOADED: {
        readonly status: 503;
        readonly meaning: "The inference queue is full; Retry-After says when to try again.";
    };
    readonly TIMEOUT: {
        readonly status: 504;
        readonly meaning: "The operation ran past its time limit and was ended.";
    };
};
export type ErrorCode = keyof typeof ERRORS;
export interface ErrorDetails {
    /** The parameter at fault, as the caller wrote it: `min_confidence`, `data[3].value`. */
    field: string;
    /** What is wrong with it and how to mend it. */
    reason: string;
    /** All mistakes of a pipeline. */
    findings?: {
        file: string;
        line: number;
        column: number;
        message: string;
    }[];
}
/** What crosses a thread or a process instead of the error itself. */
export interface ErrorRecord {
    code: ErrorCode;
    message: string;
    details?: ErrorDetails;
    retryAfterS?: number;
}
/** The one error type that callers see. Anything else that is thrown is answered as INTERNAL. */
export declare class PerceptError extends Error {
    readonly code: ErrorCode;
    readonly details?: ErrorDetails;
    /** Seconds after which a retry makes sense; sent as Retry-After. */
    readonly retryAfterS?: number;
    constructor(code: ErrorCode, message: string, options?: {
        details?: ErrorDetails;
        retryAfterS?: number;
        cause?: unknown;
    });
    get status(): number;
    static invalid(field: string, reason: string): PerceptError;
    static unsupportedMedia(field: string, reason: string): PerceptError;
    static notFound(what: string): PerceptError;
    toRecord(): ErrorRecord;
    static fromRecord(record: ErrorRecord): PerceptError;
}
