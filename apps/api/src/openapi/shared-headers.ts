import type { OpenAPIObject } from '@nestjs/swagger';

type Operation = NonNullable<OpenAPIObject['paths'][string]['post']>;
type Headers = NonNullable<NonNullable<OpenAPIObject['components']>['headers']>;
type Parameter = NonNullable<Operation['parameters']>[number];

const header = (description: string, type: 'string' | 'integer' = 'string') => ({ description, schema: { type } });

/** On every answer. */
export const answerHeaders: Headers = {
  'X-Request-Id': header("The caller's own id if it sent one, else a new one."),
  'RateLimit-Policy': header('IETF draft: the limits of the minute and of the month (q: requests, w: seconds).'),
  RateLimit: header('IETF draft: what is left of them (r: requests, t: seconds to the reset).'),
  'X-RateLimit-Limit': header('Requests a month.', 'integer'),
  'X-RateLimit-Remaining': header('What is left of them.', 'integer'),
  'X-RateLimit-Reset': header('When the month ends, in seconds since the epoch.', 'integer'),
};

/** On an answer that says when to try again. */
export const retryHeaders: Headers = { 'Retry-After': header('Seconds until a retry makes sense.', 'integer') };
const RETRY_STATUSES = ['429', '503'];

const referencesTo = (headers: Headers): Headers =>
  Object.fromEntries(Object.keys(headers).map((name) => [name, { $ref: `#/components/headers/${name}` }]));

/** The headers of an answer with this status. */
export const headersOf = (status: string): Headers =>
  referencesTo(RETRY_STATUSES.includes(status) ? { ...answerHeaders, ...retryHeaders } : answerHeaders);

export const idempotencyKey: Parameter = {
  name: 'Idempotency-Key',
  in: 'header',
  description: 'Executes the request once. For 24 hours, a repeated request gets the first response.',
  schema: { type: 'string', maxLength: 255 },
};

export const prefer: Parameter = {
  name: 'Prefer',
  in: 'header',
  description: '`respond-async`: the response is 202, and the result is at `status_url`.',
  schema: { type: 'string', enum: ['respond-async'] },
};
