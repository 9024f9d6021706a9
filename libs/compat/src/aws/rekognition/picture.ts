import { AwsError } from '../aws-error';
import { invalid, objectAt } from '../aws-input';

/** As AWS: 5 MB of picture for what comes as bytes. */
const MAX_BYTES = 5 * 1024 * 1024;

/** Base64 of the picture in `Image` or `Document`. @throws AwsError. */
export function pictureOf(value: unknown, name: string, tooLarge: string): { image_data: string } {
  const { Bytes, S3Object } = objectAt(value, name);
  if (S3Object !== undefined)
    throw new AwsError('InvalidS3ObjectException', 'Percept does not read objects of S3 here: send the picture as Bytes.');
  if (typeof Bytes !== 'string' || Bytes === '') throw invalid(`${name}.Bytes`, 'must be the picture.');
  if ((Bytes.length * 3) / 4 > MAX_BYTES + 2)
    throw new AwsError(tooLarge, 'The picture is larger than 5 MB.', 'PAYLOAD_TOO_LARGE');
  return { image_data: Bytes };
}
