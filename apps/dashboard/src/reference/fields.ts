import { resolved, type ApiDocument, type ShownSchema } from './document';

export interface Field {
  name: string;
  type: string;
  isRequired: boolean;
  about?: string;
  /** Default and limits, such as `0.6 by default, 0 to 1`. */
  limits?: string;
  /** The nested fields of an object, or of each object in a list. */
  fields: Field[];
}

const MAX_DEPTH = 5;

/** The fields of an object, or of each object in a list. */
export function listFields(document: ApiDocument, schema: ShownSchema, depth = 0): Field[] {
  const { properties, required = [] } = objectOf(document, schema);
  if (depth === MAX_DEPTH) return [];
  return Object.entries(properties ?? {}).map(([name, each]) => {
    const field = resolved<ShownSchema>(document, each);
    return {
      name,
      type: describeType(document, field),
      isRequired: required.includes(name),
      about: each.description ?? field.description,
      limits: limitsOf(field),
      fields: listFields(document, field, depth + 1),
    };
  });
}

function objectOf(document: ApiDocument, schema: ShownSchema): ShownSchema {
  const own = resolved<ShownSchema>(document, schema);
  if (own.properties) return own;
  if (own.items) return objectOf(document, own.items);
  const choice = (own.anyOf ?? own.oneOf)?.find((each) => resolved<ShownSchema>(document, each).properties);
  return choice ? resolved<ShownSchema>(document, choice) : own;
}

/** A type in words: `string`, `array of object`, `"low" or "high"`. */
export function describeType(document: ApiDocument, schema: ShownSchema): string {
  const own = resolved<ShownSchema>(document, schema);
  if (own.enum) return own.enum.map((each) => JSON.stringify(each)).join(' or ');
  if (own.const !== undefined) return JSON.stringify(own.const);
  if (own.items) return `array of ${describeType(document, own.items)}`;
  const choices = own.type === undefined ? (own.anyOf ?? own.oneOf) : undefined;
  if (choices) return [...new Set(choices.map((each) => describeType(document, each)))].join(' or ');
  const type = [own.type ?? (own.properties ? 'object' : 'any')].flat().join(' or ');
  return own.format === 'binary' ? 'file' : own.format ? `${type} (${own.format})` : type;
}

function limitsOf(schema: ShownSchema): string | undefined {
  const { default: given, minimum, maximum, minLength, maxLength, minItems, maxItems } = schema;
  const parts = [
    given !== undefined && `${JSON.stringify(given)} by default`,
    between(minimum, maximum),
    between(minLength, maxLength, 'characters: '),
    between(minItems, maxItems, 'entries: '),
  ].filter(Boolean);
  return parts.length > 0 ? parts.join(', ') : undefined;
}

function between(from: number | undefined, to: number | undefined, of = ''): string | undefined {
  if (from === undefined && to === undefined) return undefined;
  if (to === undefined) return `${of}at least ${from}`;
  return from === undefined ? `${of}at most ${to}` : `${of}${from} to ${to}`;
}
