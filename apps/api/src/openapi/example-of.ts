import type { JsonSchema } from '@percept/sdk';

/** Example values by field name, which read better than those of the type. */
const BY_NAME: Record<string, string> = {
  id: 'id_0197c2d4',
  name: 'nightly',
  url: 'https://example.com/percept',
  status_url: '/v2/analyses/ana_0197c2d4',
  path: '/v2/vision/detect',
  file: 'nightly.yaml',
  version: '1.0.0',
  capability: 'vision.detect',
  operation: 'vision.detect',
  pipeline: 'nightly',
  day: '2026-01-31',
  month: '2026-01',
  method: 'POST',
  message: 'What happened, and what to do about it.',
  type: 'prediction.completed',
};
const TIME = '2026-01-31T09:00:00Z';
const MAX_DEPTH = 8;

/** A valid example of a schema: the one the schema names, or a value of its type. */
export function exampleOf(schema: JsonSchema, resolve: (schema: JsonSchema) => JsonSchema, name = '', depth = 0): unknown {
  const { examples, example, const: only, enum: some, anyOf, oneOf, allOf, ...found } = resolve(schema) as Keywords;
  const given = [...(examples ?? []), example, only, schema.default, ...(some ?? [])].find((each) => each !== undefined);
  if (given !== undefined) return given;
  const other = (anyOf ?? (found.properties ? undefined : oneOf) ?? allOf)?.[0];
  if (other) return exampleOf(other, resolve, name, depth);
  const inside = (each: JsonSchema, key: string): unknown => exampleOf(each, resolve, key, depth + 1);
  const type = [found.type].flat()[0];
  if (type === 'array')
    return found.items && depth < MAX_DEPTH
      ? Array.from({ length: Math.max(1, found.minItems ?? 1) }, () => inside(found.items!, name.replace(/s$/, '')))
      : [];
  if (type === 'object' || found.properties) {
    const properties = Object.entries(found.properties ?? {}).filter(
      ([key, each]) => found.required?.includes(key) || (depth === 0 && !saysNothing(resolve(each), key)),
    );
    return Object.fromEntries(properties.map(([key, each]) => [key, inside(each, key)]));
  }
  if (type === 'integer' || type === 'number') return found.minimum ?? Math.min(1, found.maximum ?? 1);
  if (type === 'boolean') return true;
  if (type === 'string') return textOf(found, name);
  return {};
}

interface Keywords extends JsonSchema {
  examples?: unknown[];
  example?: unknown;
  anyOf?: JsonSchema[];
  allOf?: JsonSchema[];
}

/** Whether a text's example would only repeat its name. */
const saysNothing = (schema: Keywords, name: string): boolean =>
  schema.type === 'string' &&
  !schema.examples &&
  !schema['enum'] &&
  schema['default'] === undefined &&
  textOf(schema, name) === name;

function textOf({ format, pattern, minLength }: JsonSchema, name: string): string {
  if (format === 'date-time' || name.endsWith('_at')) return TIME;
  if (pattern === '^evt_') return 'evt_0197c2d4';
  if (format === 'uri') return BY_NAME['url']!;
  const text = BY_NAME[name] ?? (name.endsWith('_id') ? `${name.slice(0, -3)}_0197c2d4` : name || 'text');
  return text.padEnd(minLength ?? 0, 'x');
}
