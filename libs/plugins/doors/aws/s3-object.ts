import { PerceptError } from '@percept/sdk';
import { AwsError } from './aws-error';
import { awsObject, textAt } from './aws-input';

/** The address of an `S3Object`. @throws AwsError ValidationException, InvalidS3ObjectException. */
export function readS3Url(value: unknown, name: string): string {
  const { Bucket, Name, Version } = awsObject(value, name);
  if (Version !== undefined && Version !== null)
    throw new AwsError('InvalidS3ObjectException', `Percept reads the newest version only: leave out ${name}.Version.`);
  return `s3://${textAt(Bucket, `${name}.Bucket`)}/${textAt(Name, `${name}.Name`)}`;
}

/** Waits for an object to be read or accepted. @throws AwsError InvalidS3ObjectException, or `tooLarge`. */
export async function fromS3<T>(work: Promise<T>, tooLarge: string): Promise<T> {
  try {
    return await work;
  } catch (error) {
    if (!(error instanceof PerceptError)) throw error;
    if (error.code === 'PAYLOAD_TOO_LARGE') throw new AwsError(tooLarge, error.message, error.code);
    if (UNREADABLE.includes(error.code)) throw new AwsError('InvalidS3ObjectException', error.message, error.code);
    throw error;
  }
}

/** Errors of the storage, its rules or the rights of the key. */
const UNREADABLE = ['FORBIDDEN', 'NOT_FOUND', 'CONFLICT', 'MEDIA_FETCH_FAILED', 'INVALID_REQUEST'];
