import type { YamlCursor, Scalars } from './yaml-place';

/** The part of JSON Schema that completion needs. */
export interface CompletionSchema {
  $ref?: string;
  description?: string;
  properties?: Record<string, CompletionSchema>;
  additionalProperties?: boolean | CompletionSchema;
  items?: CompletionSchema | boolean;
  enum?: unknown[];
  const?: unknown;
  type?: string | string[];
  anyOf?: CompletionSchema[];
  oneOf?: CompletionSchema[];
  allOf?: CompletionSchema[];
  if?: CompletionSchema;
  then?: CompletionSchema;
}

const DEEPEST = 12;

/** All alternatives of a schema, with references followed and the conditions that hold for `beside` applied. */
function alternatives(schema: CompletionSchema, root: CompletionSchema, beside: Scalars, depth = 0): CompletionSchema[] {
  if (depth > DEEPEST) return [];
  const on = (each: CompletionSchema) => alternatives(each, root, beside, depth + 1);
  if (schema.$ref) {
    const target = followed(schema.$ref, root);
    return target ? on(target) : [];
  }
  const nested = [...(schema.anyOf ?? []), ...(schema.oneOf ?? []), ...(schema.allOf ?? [])].flatMap(on);
  const met = schema.if && schema.then && meets(schema.if, beside) ? on(schema.then) : [];
  return [schema, ...nested, ...met];
}

function followed(reference: string, root: CompletionSchema): CompletionSchema | undefined {
  const parts = reference.replace(/^#\/?/, '').split('/').filter(Boolean);
  return parts.reduce<unknown>((at, part) => (at as Record<string, unknown> | undefined)?.[part], root) as
    | CompletionSchema
    | undefined;
}

function meets(condition: CompletionSchema, beside: Scalars): boolean {
  return Object.entries(condition.properties ?? {}).every(
    ([key, wanted]) => beside[key] !== undefined && (wanted.const === beside[key] || Boolean(wanted.enum?.includes(beside[key]))),
  );
}

/** The schemas that apply to the mapping at the cursor. */
function schemasAt(root: CompletionSchema, { path, root: top }: YamlCursor): CompletionSchema[] {
  let here = alternatives(root, root, top);
  for (const { key, beside } of path) {
    const next = here.flatMap(({ items, properties, additionalProperties }) => {
      if (key === '[]') return typeof items === 'object' ? [items] : [];
      const named = properties?.[key];
      if (named) return [named];
      return typeof additionalProperties === 'object' ? [additionalProperties] : [];
    });
    here = next.flatMap((schema) => alternatives(schema, root, beside));
  }
  return here;
}

/** Keys allowed here, or values if a key is already there, with their descriptions. */
export function suggestions(root: CompletionSchema, place: YamlCursor): { label: string; detail?: string }[] {
  const here = schemasAt(root, place);
  const found = new Map<string, string | undefined>();
  if (place.key === undefined) {
    for (const { properties } of here)
      for (const [key, schema] of Object.entries(properties ?? {})) found.set(key, found.get(key) ?? schema.description);
  } else {
    const values = here.flatMap(({ properties }) => properties?.[place.key!] ?? []);
    for (const value of values.flatMap((each) => alternatives(each, root, {}))) {
      for (const each of [value.const, ...(value.enum ?? [])]) if (each !== undefined) found.set(scalar(each), value.description);
      if (value.type === 'boolean') for (const each of ['true', 'false']) found.set(each, value.description);
    }
  }
  return [...found].map(([label, detail]) => ({ label, detail }));
}

const scalar = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value));
