import { PerceptError } from '../../kernel';

/** The location of an object, or a key prefix. */
export interface S3Location {
  bucket: string;
  /** Empty for the bucket itself. */
  key: string;
}

const S3_URL = /^s3:\/\//i;
/** S3's rules for bucket names; an access point (an ARN) is not allowed. */
const BUCKET = /^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/;
const MAX_KEY_BYTES = 1_024;

/** Whether the text is the address of an object or a bucket: `s3://bucket/key`. */
export function isS3Url(text: unknown): text is `s3://${string}` {
  return typeof text === 'string' && S3_URL.test(text);
}

/** Keys are taken as written: S3 knows neither `..` nor escapes. @throws PerceptError INVALID_REQUEST. */
export function parseS3Url(url: string, field = 'path'): S3Location {
  const rest = url.replace(S3_URL, '');
  const slash = rest.indexOf('/');
  const bucket = slash < 0 ? rest : rest.slice(0, slash);
  const key = slash < 0 ? '' : rest.slice(slash + 1);
  if (!BUCKET.test(bucket)) {
    throw PerceptError.invalid(field, `'${url.slice(0, 100)}' does not name a bucket: write s3://bucket/key.`);
  }
  if (Buffer.byteLength(key) > MAX_KEY_BYTES || key.includes('\0')) {
    throw PerceptError.invalid(field, `the key of '${url.slice(0, 100)}' is longer than 1,024 bytes or has a null character.`);
  }
  return { bucket, key };
}

/** @throws PerceptError INVALID_REQUEST for a bucket without a key. */
export function parseObjectUrl(url: string, field = 'path'): S3Location {
  const location = parseS3Url(url, field);
  if (location.key !== '' && !location.key.endsWith('/')) return location;
  throw PerceptError.invalid(field, `'${url}' names no object: write s3://bucket/key.`);
}

/** The address of an object: `s3://bucket/key`. */
export const toS3Url = ({ bucket, key }: S3Location): string => `s3://${bucket}/${key}`;
