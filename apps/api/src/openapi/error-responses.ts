import { ERRORS, type ErrorCode } from '@percept/core';
import type { OpenAPIObject } from '@nestjs/swagger';
import { errorHeaders } from './shared-headers';

type Schemas = NonNullable<NonNullable<OpenAPIObject['components']>['schemas']>;
type Responses = NonNullable<NonNullable<OpenAPIObject['components']>['responses']>;

/** All mistakes of a pipeline. */
const FINDINGS: Schemas[string] = {
  type: 'array',
  items: {
    type: 'object',
    required: ['file', 'line', 'column', 'message'],
    properties: {
      file: { type: 'string' },
      line: { type: 'integer' },
      column: { type: 'integer' },
      message: { type: 'string' },
    },
  },
};

export const errorSchema: Schemas[string] = {
  type: 'object',
  required: ['error'],
  properties: {
    error: {
      type: 'object',
      required: ['code', 'message', 'request_id'],
      properties: {
        code: { type: 'string', enum: Object.keys(ERRORS) },
        message: { type: 'string' },
        details: {
          type: 'object',
          required: ['field', 'reason'],
          properties: { field: { type: 'string' }, reason: { type: 'string' }, findings: FINDINGS },
        },
        request_id: { type: 'string' },
      },
    },
  },
};

/** Two answers for all: what a caller does about an error follows from its code. */
const NAMES = { '4XX': 'ClientError', '5XX': 'ServerError' } as const;

/** Every error that there is; the descriptions list the codes with their statuses. */
export const errorComponents: Responses = Object.fromEntries(
  Object.entries(NAMES).map(([range, name]) => {
    const codes = Object.entries(ERRORS).filter(([, { status }]) => String(status)[0] === range[0]);
    const description = codes.map(([code, { status, meaning }]) => `${status} \`${code}\`: ${meaning}`).join('\n\n');
    const [code, { meaning }] = codes[0]!;
    const json = { schema: { $ref: '#/components/schemas/Error' }, example: exampleOfError(code as ErrorCode, meaning) };
    return [name, { description, headers: errorHeaders, content: { 'application/json': json } }];
  }),
);

/** References to them, for every operation. */
export const errorResponses = Object.fromEntries(
  Object.entries(NAMES).map(([range, name]) => [range, { $ref: `#/components/responses/${name}` }]),
);

function exampleOfError(code: ErrorCode, message: string): object {
  const details = code === 'INVALID_REQUEST' && { field: 'min_confidence', reason: 'must be a number from 0 to 1' };
  return { error: { code, message, ...(details && { details }), request_id: 'req_0197c2d4' } };
}
