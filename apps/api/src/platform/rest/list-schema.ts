import type { Class } from '@percept/sdk';
import { getSchemaPath, type OpenAPIObject } from '@nestjs/swagger';

type Schema = NonNullable<NonNullable<OpenAPIObject['components']>['schemas']>[string];

/** Classes of list items. Nest sees only references to them. */
export const listedClasses = new Set<Class>();

/** The schema of `{ "<key>": [ … ] }`, the form of this API's lists. Several keys make several lists. */
export function listSchema(key: string, item: Class, more: Record<string, Class> = {}): { schema: Schema } {
  const lists = Object.entries({ [key]: item, ...more }).map(([name, each]) => {
    listedClasses.add(each);
    return [name, { type: 'array' as const, items: { $ref: getSchemaPath(each) } }];
  });
  const properties = Object.fromEntries(lists) as Record<string, Schema>;
  return { schema: { type: 'object', required: Object.keys(properties), properties } };
}

/** The schema of one page of a list. */
export function pageSchema(key: string, item: Class): { schema: Schema } {
  const { properties } = listSchema(key, item).schema as { properties: Record<string, Schema> };
  const next_cursor = { type: ['string', 'null'], description: 'Null on the last page.' } as unknown as Schema;
  return { schema: { type: 'object', required: [key, 'next_cursor'], properties: { ...properties, next_cursor } } };
}
