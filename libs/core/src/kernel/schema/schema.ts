import { defaultMetadataStorage } from 'class-transformer/cjs/storage';
import { getMetadataStorage } from 'class-validator';
import { targetConstructorToSchema } from 'class-validator-jsonschema';
import { acceptingSecrets, SECRETS_KEYWORD } from './accepts-secrets';
import { aliasesFor } from './alias';
import { acceptedMedia } from './media-kind';
import { nullableFields } from './or-null';

/** A class with a constructor that takes no arguments. Its decorators define the type, the validation and the documentation. */
export type Class<T extends object = object> = new () => T;

/** A JSON Schema (2020-12, the dialect of OpenAPI 3.1) without `$ref`. */
export interface JsonSchema {
  type?: string;
  description?: string;
  properties?: Record<string, JsonSchema>;
  required?: string[];
  additionalProperties?: boolean | JsonSchema;
  items?: JsonSchema;
  enum?: unknown[];
  default?: unknown;
  minimum?: number;
  maximum?: number;
  exclusiveMinimum?: number;
  exclusiveMaximum?: number;
  minLength?: number;
  maxLength?: number;
  minItems?: number;
  maxItems?: number;
  pattern?: string;
  format?: string;
  oneOf?: JsonSchema[];
  [keyword: string]: unknown;
}

/** Gives the schema for a class nested in another one. */
type NestedSchema = (nested: Class, inside: Class[]) => JsonSchema;

const made = new WeakMap<Class, JsonSchema>();

/**
 * Makes the JSON Schema of a class from its decorators. Default values come from a new instance, nested classes (by `@Type`) are
 * written out, and unknown properties are refused.
 * @throws Error when a class contains itself.
 */
export function toJsonSchema(target: Class): JsonSchema {
  const known = made.get(target);
  if (known) return known;
  const schema = describe(target, [], describe);
  made.set(target, schema);
  return schema;
}

/** The same as `toJsonSchema`, but nested classes become what `reference` returns for them: a `$ref`. */
export function toReferringSchema(target: Class, reference: (nested: Class) => JsonSchema): JsonSchema {
  return describe(target, [], reference);
}

/**
 * Makes the schema of a capability's answer: the output of its handler, and the time that the service adds.
 * @param toSchema makes the schema of the output's class.
 */
export function toOutputSchema(capability: { output: Class }, toSchema = toJsonSchema): JsonSchema {
  const schema = toSchema(capability.output);
  const time: JsonSchema = { type: 'integer', minimum: 0, description: 'Milliseconds of the call.' };
  return {
    ...schema,
    properties: { ...schema.properties, processing_time_ms: time },
    required: [...(schema.required ?? []), 'processing_time_ms'],
  };
}

function describe(target: Class, inside: Class[], nest: NestedSchema = describe): JsonSchema {
  if (inside.includes(target)) throw new Error(`${target.name} contains itself, so its schema would be infinite.`);
  const schema = targetConstructorToSchema(target) as JsonSchema;
  const defaults = new target() as Record<string, unknown>;
  const properties = inOrder(target, schema.properties ?? {});
  const accepting = acceptingSecrets(target);
  const nullable = nullableFields(target);
  for (const [name, found] of Object.entries(properties)) {
    const property = nullable.includes(name) ? withNull(found) : found;
    const nested = nestedClass(target, name);
    const own = nested ? withNested(property, nest(nested, [...inside, target])) : withoutGuess(property);
    if (defaults[name] !== undefined) own.default = defaults[name];
    if (accepting.includes(name)) own[SECRETS_KEYWORD] = true;
    properties[name] = own;
  }
  for (const [alias, canonical] of Object.entries(aliasesFor(target))) {
    properties[alias] = { ...without(properties[canonical] ?? {}, 'default'), description: `Another name for \`${canonical}\`.` };
  }
  const required = (schema.required ?? []).filter((name) => defaults[name] === undefined);
  const media = acceptedMedia(target);
  return {
    ...schema,
    type: 'object',
    properties,
    ...(required.length > 0 ? { required } : { required: undefined }),
    additionalProperties: false,
    ...(media ? { oneOf: media.fields.map((name) => ({ required: [name] })) } : {}),
  };
}

/** The library guesses a `$ref` for a decorator that it does not know. A description with a type is more precise. */
function withoutGuess(property: JsonSchema): JsonSchema {
  return property.type === undefined ? { ...property } : without(property, '$ref');
}

/** Puts inherited properties first, then the others in the order of their declaration. */
function inOrder(target: Class, properties: Record<string, JsonSchema>): Record<string, JsonSchema> {
  const names = getMetadataStorage()
    .getTargetValidationMetadatas(target, '', false, false)
    .toSorted((a, b) => Number(a.target === target) - Number(b.target === target))
    .map((metadata) => metadata.propertyName);
  const known = [...new Set(names)].filter((name) => name in properties);
  return Object.fromEntries([...known, ...Object.keys(properties)].map((name) => [name, properties[name]!]));
}

/** The class that `@Type` declares for a property. */
export function nestedClass(target: Class, property: string): Class | undefined {
  const metadata = defaultMetadataStorage.findTypeMetadata(target, property);
  const found = metadata?.typeFunction() as Class | undefined;
  return found && Object.keys(targetConstructorToSchema(found).properties ?? {}).length > 0 ? found : undefined;
}

function withNested(property: JsonSchema, nested: JsonSchema): JsonSchema {
  const rest = without(property, '$ref');
  if (rest.type === 'array') return { ...rest, items: nested };
  if (nested['$ref']) {
    const isNullable = Array.isArray(rest.type) && rest.type.includes('null');
    return { ...without(rest, 'type'), ...(isNullable ? { anyOf: [nested, { type: 'null' }] } : nested) };
  }
  // A description may add null to the types.
  return { ...rest, ...nested, type: rest.type ?? nested.type, description: rest.description ?? nested.description };
}

function without(schema: JsonSchema, keyword: string): JsonSchema {
  return Object.fromEntries(Object.entries(schema).filter(([name]) => name !== keyword));
}

/** Makes the schema accept null, too. */
function withNull(schema: JsonSchema): JsonSchema {
  const type = schema.type ?? (schema['$ref'] ? 'object' : undefined);
  return {
    ...schema,
    ...(type !== undefined && { type: [...new Set([type, 'null'].flat())] as unknown as string }),
    ...(schema.enum && { enum: [...schema.enum, null] }),
  };
}
