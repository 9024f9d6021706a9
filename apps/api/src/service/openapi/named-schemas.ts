import { toReferringSchema } from '@percept/core';
import type { Class, JsonSchema } from '@percept/sdk';

/** Example values by field name. They say more than the examples of a type. */
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

interface Keywords extends JsonSchema {
  examples?: unknown[];
  example?: unknown;
  anyOf?: JsonSchema[];
  allOf?: JsonSchema[];
}

const ROOT = '#/components/schemas/';

/** The named schemas of one document. Nested classes get names and references too. */
export class NamedSchemas {
  private readonly names = new Map<Class, string>();
  private readonly schemas = new Map<string, JsonSchema>();

  /** Names a class after itself, and returns a reference to it. */
  refTo(target: Class, owner = ''): JsonSchema {
    const known = this.names.get(target);
    if (known) return { $ref: ROOT + known };
    const name = this.free(target.name, owner);
    this.names.set(target, name);
    return this.add(
      name,
      this.schemaOf(target, () => name),
    );
  }

  /** The schema of a class that gets another name than its own. Its nested classes are named. */
  schemaOf(target: Class, owner: () => string): JsonSchema {
    return toReferringSchema(target, (nested) => this.refTo(nested, owner()));
  }

  /** Names a schema and returns a reference to it. @throws Error if another schema has the name. */
  add(name: string, schema: JsonSchema): JsonSchema {
    if (this.schemas.has(name)) throw new Error(`Two schemas of the document are called ${name}: rename a class.`);
    this.schemas.set(name, schema);
    return { $ref: ROOT + name };
  }

  /** Gives a named schema an example, if it has none. */
  exemplify(schema: JsonSchema, example?: unknown): void {
    const named = this.resolve(schema);
    named['examples'] ??= [example ?? exampleOf(named, (each) => this.resolve(each))];
  }

  /** The schemas that these parts of a document refer to, sorted by name, so that the order stays the same. */
  reachableFrom(parts: unknown[]): Record<string, JsonSchema> {
    const reached = new Map<string, JsonSchema>();
    const queue = [...parts];
    while (queue.length > 0) {
      for (const [, name] of JSON.stringify(queue.pop()).matchAll(/"#\/components\/schemas\/([^"]+)"/g)) {
        const schema = this.schemas.get(name!);
        if (!schema || reached.has(name!)) continue;
        reached.set(name!, schema);
        queue.push(schema);
      }
    }
    return Object.fromEntries([...reached].sort(([a], [b]) => (a < b ? -1 : 1)));
  }

  /**
   * Allows further fields in all schemas except those that these parts refer to, so that a client accepts answers with new fields.
   */
  openAllBut(parts: unknown[]): void {
    const closed = this.reachableFrom(parts);
    for (const [name, { additionalProperties, ...schema }] of this.schemas)
      if (additionalProperties === false && !(name in closed)) this.schemas.set(name, schema);
  }

  resolve(schema: JsonSchema): JsonSchema {
    const { $ref } = schema;
    return typeof $ref === 'string' ? (this.schemas.get($ref.slice(ROOT.length)) ?? {}) : schema;
  }

  /** Finds a free name, because plugins may use the same one. */
  private free(name: string, owner: string): string {
    const isTaken = (each: string): boolean => this.schemas.has(each) || [...this.names.values()].includes(each);
    const wanted = isTaken(name) ? owner.replace(/(Request|Response)$/, '') + name : name;
    let free = wanted;
    for (let count = 2; isTaken(free); count++) free = `${wanted}${count}`;
    return free;
  }
}

/** A valid example of a schema: the one the schema names, or a value of its type. */
function exampleOf(schema: JsonSchema, resolve: (schema: JsonSchema) => JsonSchema, name = '', depth = 0): unknown {
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
