import { ERRORS, type ErrorCode } from '@percept/core';
import type { OpenAPIObject } from '@nestjs/swagger';

type Schemas = NonNullable<NonNullable<OpenAPIObject['components']>['schemas']>;
type Responses = Record<string, { description: string; content: Record<string, { schema: { $ref: string } }> }>;

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

/** One entry for each status; its description lists the codes that come with it. */
export const errorResponses: Responses = Object.entries(ERRORS).reduce<Responses>((responses, [code, { status, meaning }]) => {
  const line = `\`${code as ErrorCode}\`: ${meaning}`;
  const before = responses[status]?.description;
  const description = before ? `${before}\n\n${line}` : line;
  return {
    ...responses,
    [status]: { description, content: { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } } },
  };
}, {});
