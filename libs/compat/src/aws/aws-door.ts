import { bearerKey, BodyCredential, headerKey, queryKey, type Door, type DoorRequest } from '@percept/sdk/doors';
import { AwsError } from './aws-error';
import { comprehend } from './comprehend/comprehend';
import { rekognition } from './rekognition/rekognition';
import { claimedAccessKey, isSignedHeader } from './signature/read-signature';
import { textract } from './textract/textract';
import type { AwsService } from './aws-service';

export const CONTENT_TYPE = 'application/x-amz-json-1.1';

/** Services by the first part of the header X-Amz-Target. */
const SERVICES: ReadonlyMap<string, AwsService> = new Map([
  ['Comprehend_20171127', comprehend],
  ['RekognitionService', rekognition],
  ['Textract', textract],
]);

/** The service and the operation that a request names. */
export function targetOf({ headers }: Pick<DoorRequest, 'headers'>): { service?: AwsService; operation: string } {
  const [prefix = '', operation = ''] = String(headers['x-amz-target'] ?? '').split('.', 2);
  return { service: SERVICES.get(prefix), operation };
}

/**
 * The access key id is checked before the body is read, the signature afterwards, because it covers the body. A Percept key in
 * `Authorization: Bearer` works too.
 */
export const awsDoor: Door = {
  name: 'aws',
  description: 'Amazon Rekognition, Comprehend and Textract.',
  routes: [],
  credential: (request) => {
    const authorization = headerKey(request, 'authorization');
    const signed = isSignedHeader(authorization) || queryKey(request, 'X-Amz-Algorithm') !== undefined;
    if (!signed) return bearerKey(request);
    return new BodyCredential(claimedAccessKey(authorization) ?? claimedAccessKey(queryKey(request, 'X-Amz-Credential')));
  },
  error: (error, request) => {
    const { errors } = targetOf(request).service ?? rekognition;
    const type = error instanceof AwsError ? error.type : errors[error.code];
    // Clients retry on a status of 500 or above, and on certain error types.
    const status = ['INTERNAL', 'TIMEOUT'].includes(error.code) ? 500 : 400;
    const headers = { 'content-type': CONTENT_TYPE, 'x-amzn-errortype': type, 'x-amzn-requestid': String(request.id) };
    return { status, body: JSON.stringify({ __type: type, Message: error.message, message: error.message }), headers };
  },
};
