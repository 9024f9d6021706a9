import type { YamlEntry } from './document';
import type { Fields } from './fields';
import type { PropertySchema } from './value-schema';

/**
 * One keyword of a pipeline. The parser, the schema for editors and the documentation's tables all follow from it. `read` reports a
 * value that does not fit and returns undefined.
 */
export interface Keyword<T = unknown> {
  /** What the keyword is for, in one line. */
  readonly description: string;
  /** What the value may be, for the documentation. */
  readonly values: string;
  /** What editors know of the value. */
  readonly schema: PropertySchema;
  readonly isRequired?: boolean;
  /** Whether the value may contain `${{ secrets.NAME }}`. */
  readonly acceptsSecrets?: boolean;
  /** Reads the value from the map and checks it. */
  read(fields: Fields, name: string): T | undefined;
}

/** The keywords of one map. */
export type Keywords = Readonly<Record<string, Keyword>>;

export type KeywordValues<K extends Keywords> = { [Name in keyof K]: K[Name] extends Keyword<infer T> ? T | undefined : never };

/**
 * Reads the keywords of a map. Reports unknown and missing ones.
 * @param what the kind of map, as a sentence begins.
 * @param which the map itself, if it has a name.
 */
export function readKeywords<K extends Keywords>(fields: Fields, keywords: K, what: string, which = what): KeywordValues<K> {
  const all = Object.keys(keywords);
  fields.only(all, what);
  for (const name of all) {
    const { isRequired, schema } = keywords[name]!;
    if (isRequired) fields.require(name, which, schema['const'] as number | undefined);
  }
  const values = Object.entries(keywords).map(([name, keyword]) => [name, keyword.read(fields, name)]);
  return Object.fromEntries(values) as KeywordValues<K>;
}

/** JSON Schema of a map with these keywords. */
export function keywordsSchema(keywords: Keywords): PropertySchema {
  const entries = Object.entries(keywords);
  const required = entries.filter(([, { isRequired }]) => isRequired).map(([name]) => name);
  const properties = entries.map(([name, { schema, description }]) => [name, { ...schema, description }] as const);
  return { type: 'object', properties: Object.fromEntries(properties), required, additionalProperties: false };
}

/** Makes a keyword mandatory. */
export function required<T>(keyword: Keyword<T>): Keyword<T> {
  return { ...keyword, isRequired: true };
}

/** A text, which may be empty. */
export function text(description: string, values = 'text', pattern?: string): Keyword<string> {
  const schema: PropertySchema = pattern === undefined ? { type: 'string' } : { type: 'string', pattern };
  return { description, values, schema, read: (fields, name) => fields.text(name) };
}

/** A whole number between two bounds, both included. */
export function integer(minimum: number, maximum: number, description: string): Keyword<number> {
  const schema = { type: 'integer', minimum, maximum };
  const values = `${minimum} to ${maximum.toLocaleString('en')}`;
  return { description, values, schema, read: (fields, name) => fields.integer(name, minimum, maximum) };
}

/** `true` or `false`. */
export function boolean(description: string): Keyword<boolean> {
  return { description, values: 'true, false', schema: { type: 'boolean' }, read: (fields, name) => fields.boolean(name) };
}

/** Milliseconds. */
export function duration(maxMs: number, description: string): Keyword<number> {
  return { description, values: 'duration', schema: { type: 'string' }, read: (fields, name) => fields.duration(name, maxMs) };
}

/** One of the words of a list. */
export function oneOf<T extends string>(choices: readonly T[], description: string): Keyword<T> {
  const schema = { enum: [...choices] };
  return { description, values: choices.join(', '), schema, read: (fields, name) => fields.oneOf(name, choices) };
}

/** A name or a list of names, with their positions in the text. */
export function names(description: string, items: PropertySchema = { type: 'string' }): Keyword<{ value: string; at: number }[]> {
  const schema = { type: ['string', 'array'], items };
  return { description, values: 'name or list', schema, read: (fields, name) => fields.texts(name) };
}

/** A value that the map's parser reads itself. */
export function value(values: string, schema: PropertySchema, description: string): Keyword<YamlEntry> {
  return { description, values, schema, read: (fields, name) => fields.entry(name) };
}

/** A map with its own keywords. */
export function map(keywords: Keywords, description: string): Keyword<YamlEntry> {
  return value('map', keywordsSchema(keywords), description);
}
