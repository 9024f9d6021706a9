import type { Class } from '@percept/core';
import { getSchemaPath, type OpenAPIObject } from '@nestjs/swagger';

type Schema = NonNullable<NonNullable<OpenAPIObject['components']>['schemas']>[string];

/** `{ "<key>": [ … ] }`, as the lists of this interface look. */
export function listOf(key: string, item: Class): { schema: Schema } {
  const schema = { type: 'array' as const, items: { $ref: getSchemaPath(item) } };
  return { schema: { type: 'object', required: [key], properties: { [key]: schema } } };
}
