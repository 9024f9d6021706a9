import { PerceptError } from '@percept/sdk';
import {
  bearerKey,
  BodyCredential,
  defineDoor,
  digestInTurns,
  headerKey,
  queryKey,
  type DoorAnswer,
  type DoorCall,
  type DoorRequest,
} from '@percept/sdk/doors';
import { AwsError } from './aws-error';
import { readAwsJson } from './aws-input';
import type { AwsCall, AwsService, AwsFields } from './aws-service';
import { comprehend } from './comprehend/comprehend';
import { rekognition } from './rekognition/rekognition';
import { claimedAccessKey, isSignedHeader } from './signature/read-signature';
import { toCredential } from './signature/verify';
import { textract } from './textract/textract';

const CONTENT_TYPE = 'application/x-amz-json-1.1';

/** Services by the first part of the header X-Amz-Target. */
const SERVICES: ReadonlyMap<string, AwsService> = new Map([
  ['Comprehend_20171127', comprehend],
  ['RekognitionService', rekognition],
  ['Textract', textract],
]);

/** The service and the operation that a request names. */
function targetOf({ headers }: Pick<DoorRequest, 'headers'>): { service?: AwsService; operation: string } {
  const [prefix = '', operation = ''] = String(headers['x-amz-target'] ?? '').split('.', 2);
  return { service: SERVICES.get(prefix), operation };
}

/** All operations of all services share one path; the header X-Amz-Target names the operation. */
async function answer(call: DoorCall): Promise<DoorAnswer> {
  const { service, operation } = targetOf(call);
  if (!service) throw unknown('The header X-Amz-Target must name an operation of Rekognition, Comprehend or Textract.');
  if (!call.admitted) await admit(call, service);
  if (!Object.hasOwn(service.operations, operation))
    throw unknown(`Percept does not answer ${operation.slice(0, 60)} of ${service.name}.`);
  const body = await service.operations[operation]!(toAwsCall(call, service));
  return { body, headers: { 'content-type': CONTENT_TYPE, 'x-amzn-requestid': call.id } };
}

async function admit(call: DoorCall, { name }: AwsService): Promise<void> {
  const { method, url, rawHeaders, body } = call;
  const bodyHash = await digestInTurns(body);
  await call.admit(toCredential({ method, url, rawHeaders, bodyHash }, name, Date.now()));
}

function toAwsCall(call: DoorCall, { errors }: AwsService): AwsCall {
  return {
    input: readAwsJson(call.body),
    call: async <T>(capability: string, { image, document, ...fields }: AwsFields) => {
      const bytes = image ?? document;
      const field = image ? 'image' : 'document';
      const media = bytes instanceof Uint8Array ? ({ field, bytes } as const) : undefined;
      return (await call.call<T>(capability, { fields, media })).output;
    },
    faces: call.faces,
    objects: call.objects,
    accepted: (id) => call.accepted(id),
    errorCode: (error) => {
      if (!(error instanceof PerceptError)) throw error;
      return { ErrorCode: error instanceof AwsError ? error.type : errors[error.code], ErrorMessage: error.message };
    },
  };
}

function unknown(message: string): AwsError {
  return new AwsError('UnknownOperationException', `${message} docs/compat/aws.md lists what answers.`, 'NOT_FOUND');
}

/**
 * The access key id is checked before the body is read, the signature afterwards, because it covers the body. A Percept key in
 * `Authorization: Bearer` works too.
 */
export const aws = defineDoor({
  name: 'aws',
  description: 'Amazon Rekognition, Comprehend and Textract.',
  routes: [{ method: 'POST', path: '/', answer }],
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
});
