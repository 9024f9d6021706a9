import { PerceptError, type ErrorCode } from '@percept/sdk';
import type { DoorError, DoorRequest } from '@percept/sdk/doors';

/** Azure's codes for our errors: the outer code, and the inner one if there is one. */
const CODES: Readonly<Record<ErrorCode, readonly [code: string, inner?: string]>> = {
  INVALID_REQUEST: ['InvalidRequest', 'InvalidParameter'],
  UNSUPPORTED_MEDIA: ['InvalidRequest', 'InvalidContent'],
  MEDIA_FETCH_FAILED: ['InvalidRequest', 'InvalidContentSource'],
  PAYLOAD_TOO_LARGE: ['InvalidRequest', 'InvalidContentLength'],
  UNAUTHORIZED: ['401'],
  FORBIDDEN: ['403'],
  NOT_FOUND: ['NotFound'],
  CONFLICT: ['Conflict'],
  RATE_LIMITED: ['429'],
  QUOTA_EXCEEDED: ['403'],
  INTERNAL: ['InternalServerError'],
  OVERLOADED: ['ServiceUnavailable'],
  TIMEOUT: ['Timeout'],
};

/** An error with its own code in Azure's interface. */
export class AzureError extends PerceptError {
  /** @param type the inner code, such as `ModelNotFound`. */
  constructor(
    readonly type: string,
    message: string,
    code: ErrorCode = 'INVALID_REQUEST',
  ) {
    super(code, message);
  }
}

/** `{code, message, innererror}`. */
export function toAzureError(error: PerceptError): { code: string; message: string; target?: string; innererror?: object } {
  const [code, inner] = CODES[error.code];
  const { message } = error;
  const type = error instanceof AzureError ? error.type : inner;
  const target = error.details?.field;
  return { code, message, ...(target !== undefined && { target }), ...(type && { innererror: { code: type, message } }) };
}

export function toDoorError(error: PerceptError, id: string): DoorError {
  const body = toAzureError(error);
  return { status: error.status, body: { error: body }, headers: { 'x-ms-error-code': body.code, 'apim-request-id': id } };
}

/** @throws AzureError unless the query names one of the versions. */
export function checkVersion(query: DoorRequest['query'], versions: readonly string[]): void {
  const version = query['api-version'];
  if (versions.includes(version as string)) return;
  const known = `Percept answers ${versions.join(', ')}.`;
  if (version === undefined) throw new AzureError('MissingApiVersionParameter', `The query needs api-version. ${known}`);
  throw new AzureError(
    'UnsupportedApiVersion',
    `The api-version '${[version].flat().join().slice(0, 40)}' is not known. ${known}`,
  );
}

/** The values of a list in the query, given as one comma-separated parameter or as several. */
export function listIn(query: DoorRequest['query'], name: string): string[] {
  const values = [query[name] ?? []].flat();
  return values.flatMap((value) => value.split(',')).flatMap((value) => value.trim() || []);
}
