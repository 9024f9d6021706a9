import { PerceptError, type ErrorCode } from '../../kernel';

/** The fields of the SDK's errors that are used here. */
interface SdkError extends Error {
  code?: string;
  $metadata?: { httpStatusCode?: number; attempts?: number };
}

const ADVICE = 'Check AWS_ENDPOINT_URL_S3, AWS_REGION and the network';

/**
 * Converts an error of a request to the object storage, with the requested address. NOT_FOUND, FORBIDDEN and CONFLICT are final.
 * MEDIA_FETCH_FAILED may be temporary, although the SDK has tried several times.
 */
export function toStorageError(error: unknown, url: string): PerceptError {
  if (error instanceof PerceptError) return error;
  const { name, message, code, $metadata: { httpStatusCode: status, attempts = 1 } = {} } = error as SdkError;
  const fail = (as: ErrorCode, reason: string): PerceptError =>
    new PerceptError(as, `Cannot use ${url}: ${reason}`, {
      cause: error,
      details: { field: 'object', reason: `${url}: ${reason}` },
    });
  const tries = attempts > 1 ? ` after ${attempts} attempts` : '';
  if (name === 'NoSuchBucket') return fail('NOT_FOUND', 'the bucket does not exist. Check its name and AWS_ENDPOINT_URL_S3.');
  if (status === 404) return fail('NOT_FOUND', 'the object does not exist, or was deleted after it was listed.');
  if (status === 412) return fail('CONFLICT', 'the object was replaced after it was listed. Start a new run to use the new one.');
  if (/Credentials/.test(name) || name === 'TokenProviderError') {
    return fail(
      'FORBIDDEN',
      'Percept has no credentials for it. Set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY, or a profile or role.',
    );
  }
  if (status === 401 || status === 403) {
    return fail('FORBIDDEN', `the storage refuses access (${name}). Check the credentials and the policy of the bucket.`);
  }
  if (status === 503 || status === 429) return fail('MEDIA_FETCH_FAILED', `the storage asks to slow down (${name})${tries}.`);
  if (status !== undefined && status >= 500)
    return fail('MEDIA_FETCH_FAILED', `the storage answers ${status} (${name})${tries}.`);
  if (status !== undefined && status >= 300)
    return fail('INVALID_REQUEST', `the storage answers ${status}: ${name}: ${message}. ${ADVICE}.`);
  return fail('MEDIA_FETCH_FAILED', `the storage cannot be reached${tries} (${code ?? name}: ${message}). ${ADVICE}.`);
}
