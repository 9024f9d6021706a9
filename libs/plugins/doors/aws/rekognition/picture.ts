import { AwsError } from '../aws-error';
import { invalid, awsObject } from '../aws-input';
import type { AwsCall, AwsPicture } from '../aws-service';
import { fromS3, readS3Url } from '../s3-object';

const MEGABYTE = 1024 * 1024;
/** AWS's limits: 5 MB for pictures sent as bytes, 15 MB for S3 objects. */
const MAX_BYTES = 5 * MEGABYTE;
const MAX_OBJECT_BYTES = 15 * MEGABYTE;

export interface PictureField {
  /** The parameter, `Image` or `Document`. */
  name: string;
  /** The exception type for a picture that is too large. */
  tooLarge: string;
}

/** The picture in `Image` or `Document`. @throws AwsError. */
export async function readAwsPicture({ input, objects }: AwsCall, { name, tooLarge }: PictureField): Promise<AwsPicture> {
  const { Bytes, S3Object } = awsObject(input[name], name);
  if (S3Object !== undefined && S3Object !== null) {
    if (Bytes !== undefined && Bytes !== null) throw invalid(name, 'must have Bytes or S3Object, not both.');
    const url = readS3Url(S3Object, `${name}.S3Object`);
    return { image: await fromS3(objects.read(url, MAX_OBJECT_BYTES), tooLarge) };
  }
  if (typeof Bytes !== 'string' || Bytes === '') throw invalid(`${name}.Bytes`, 'must be the picture.');
  if ((Bytes.length * 3) / 4 > MAX_BYTES + 2)
    throw new AwsError(tooLarge, 'The picture is larger than 5 MB: send it as an S3Object.', 'PAYLOAD_TOO_LARGE');
  return { image_data: Bytes };
}
