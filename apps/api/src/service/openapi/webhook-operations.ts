import { Events } from '@percept/core';

import type { NamedSchemas } from './named-schemas';
import { camelCase, pascalCase } from './operation-names';
import { signatureHeaders } from './shared-headers';

/** The name of an event's schema, such as `PredictionCompletedEvent`. */
const nameOf = ({ type }: Pick<ReturnType<typeof Events.schemas>[number], 'type'>): string => `${pascalCase(type)}Event`;
const ANY = 'Event';

/** Adds a schema for the body of each event, and one for any event. */
export function addEventSchemas(schemas: NamedSchemas): void {
  const all = Events.schemas();
  for (const each of all) {
    schemas.add(nameOf(each), { ...each.schema, $schema: undefined, $id: undefined });
  }
  schemas.add(ANY, { oneOf: all.map((each) => ({ $ref: `#/components/schemas/${nameOf(each)}` })) });
}

/** The requests that Percept posts to its users' endpoints, as OpenAPI 3.1 webhooks. */
export function webhookOperations(): Record<string, { post: object }> {
  return Object.fromEntries(
    Events.schemas().map((each) => {
      const post = {
        operationId: camelCase(each.type),
        tags: ['events'],
        summary: each.schema.description,
        security: [],
        parameters: signatureHeaders,
        requestBody: {
          required: true,
          content: { 'application/json': { schema: { $ref: `#/components/schemas/${nameOf(each)}` } } },
        },
        responses: { '2XX': { description: 'Accepted. 410 disables the endpoint.' } },
      };
      return [each.type, { post }];
    }),
  );
}
