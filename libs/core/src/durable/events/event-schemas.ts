import { toJsonSchema, type JsonSchema } from '../../kernel/schema';
import { EVENT_DEFINITIONS, EVENT_TYPES, type EventType } from './event-definitions';

export interface EventSchema {
  type: EventType;
  version: number;
  /** JSON Schema 2020-12 of the whole body of a webhook. */
  schema: JsonSchema;
}

/** The schema of each of the seven events. Fields may be added within a version, so receivers must ignore unknown ones. */
export function eventSchemas(): EventSchema[] {
  return EVENT_TYPES.map((type) => ({ type, version: EVENT_DEFINITIONS[type].version, schema: schemaOf(type) }));
}

function schemaOf(type: EventType): JsonSchema {
  const { version, meaning, data } = EVENT_DEFINITIONS[type];
  const kinds = [data].flat().map((kind) => open(toJsonSchema(kind)));
  return {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    $id: `urn:percept:event:${type}:${version}`,
    title: type,
    description: meaning,
    type: 'object',
    required: ['id', 'type', 'created_at', 'data'],
    properties: {
      id: { type: 'string', pattern: '^evt_', description: 'The same for all attempts: use it as an idempotency key.' },
      type: { const: type },
      created_at: { type: 'string', format: 'date-time' },
      data: kinds.length === 1 ? kinds[0]! : { oneOf: kinds },
    },
  };
}

function open(schema: JsonSchema): JsonSchema {
  const inner = Object.entries(schema.properties ?? {}).map(
    ([name, each]) => [name, each.properties ? open(each) : each] as const,
  );
  return { ...schema, properties: Object.fromEntries(inner), additionalProperties: true };
}
