import { ERRORS } from '@percept/core';
import type { OpenAPIObject } from '@nestjs/swagger';
import { errorHeaders } from './shared-headers';

type Schemas = NonNullable<NonNullable<OpenAPIObject['components']>['schemas']>;
type Responses = NonNullable<NonNullable<OpenAPIObject['components']>['responses']>;

/** All mistakes in a pipeline. */
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

/** All errors as one answer, because a caller reacts to the error's code. The description lists the codes. */
export const errorComponents: Responses = {
  Error: {
    description: Object.entries(ERRORS)
      .map(([code, { status, meaning }]) => `${status} \`${code}\`: ${meaning}`)
      .join('\n\n'),
    headers: errorHeaders,
    content: {
      'application/json': { schema: { $ref: '#/components/schemas/Error' }, example: exampleOfError() },
    },
  },
};

/** Refers every operation to the error answer: each status that an operation does not name is an error. */
export const errorResponses: Responses = { default: { $ref: '#/components/responses/Error' } };

function exampleOfError(): object {
  const details = { field: 'min_confidence', reason: 'must be a number from 0 to 1' };
  return { error: { code: 'INVALID_REQUEST', message: ERRORS.INVALID_REQUEST.meaning, details, request_id: 'req_0197c2d4' } };
}
