import type { OpenAPIObject } from '@nestjs/swagger';

type Operation = NonNullable<OpenAPIObject['paths'][string]['post']>;
type Headers = NonNullable<NonNullable<OpenAPIObject['components']>['headers']>;
type Parameter = NonNullable<Operation['parameters']>[number];

/** The headers of a webhook. */
const SIGNATURE_HEADERS = {
  'webhook-id': "The event's id, the same over all attempts.",
  'webhook-timestamp': 'Seconds since the epoch, of this attempt.',
  'webhook-signature': '`v1,` and the Base64 of HMAC-SHA256 over `id.timestamp.body`; two while a rotated secret is valid.',
};

const header = (description: string, type: 'string' | 'integer' = 'string') => ({ description, schema: { type } });

/** Headers of every answer. Nearly all answers have `RateLimit`, too; the document says so once instead of at each success. */
export const answerHeaders: Headers = {
  'X-Request-Id': header("The caller's own id if it sent one, else a new one."),
};

/** Answer headers: when to retry, and how many requests are left. */
export const retryHeaders: Headers = {
  'RateLimit-Policy': header('IETF draft: the limits of the minute and of the month (q: requests, w: seconds).'),
  RateLimit: header('IETF draft: what is left of them (r: requests, t: seconds to the reset).'),
  'Retry-After': header('Seconds until a retry makes sense.', 'integer'),
  'X-RateLimit-Limit': header('Requests a month.', 'integer'),
  'X-RateLimit-Remaining': header('What is left of them.', 'integer'),
  'X-RateLimit-Reset': header('When the month ends, in seconds since the epoch.', 'integer'),
};

const referencesTo = (headers: Headers): Headers =>
  Object.fromEntries(Object.keys(headers).map((name) => [name, { $ref: `#/components/headers/${name}` }]));

/** The headers of an error. */
export const errorHeaders: Headers = referencesTo({ ...answerHeaders, ...retryHeaders });

/** The parameters that many operations share, by name. */
export const parameters: Record<string, Parameter> = {
  IdempotencyKey: {
    name: 'Idempotency-Key',
    in: 'header',
    description: 'Executes the request once. For 24 hours, a repeated request gets the first response.',
    schema: { type: 'string', maxLength: 255 },
  },
  ...Object.fromEntries(
    Object.entries(SIGNATURE_HEADERS).map(([name, description]) => [
      name,
      { name, description, in: 'header', required: true, schema: { type: 'string' } },
    ]),
  ),
};

const parameter = (name: string) => ({ $ref: `#/components/parameters/${name}` });

export const idempotencyKey = parameter('IdempotencyKey');
export const signatureHeaders = Object.keys(SIGNATURE_HEADERS).map(parameter);
