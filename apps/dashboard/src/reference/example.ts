import { resolved, type ApiDocument, type Media, type ShownSchema } from './document';

/** An example body: the document's first example, or one made from the schema. */
export function makeExample(document: ApiDocument, { examples, schema }: Media): unknown {
  const first = Object.values(examples ?? {})[0];
  if (first) return first.value;
  return schema && valueOf(document, schema);
}

function valueOf(document: ApiDocument, schema: ShownSchema, depth = 0): unknown {
  const own = resolved<ShownSchema>(document, schema);
  const given = own.examples?.[0] ?? own.default ?? own.const ?? own.enum?.[0];
  if (given !== undefined || depth > 4) return given;
  if (own.properties) {
    const isNeeded = (name: string): boolean => own.required === undefined || own.required.includes(name);
    const needed = Object.entries(own.properties).filter(([name]) => isNeeded(name));
    return Object.fromEntries(needed.map(([name, each]) => [name, valueOf(document, each, depth + 1)]));
  }
  if (own.items) return [valueOf(document, own.items, depth + 1)];
  const choice = own.anyOf?.[0] ?? own.oneOf?.[0];
  if (own.type === undefined && choice) return valueOf(document, choice, depth + 1);
  return { string: '', number: 0, integer: 0, boolean: false, object: {} }[[own.type ?? 'object'].flat()[0]!];
}
