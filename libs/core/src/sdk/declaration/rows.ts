import { IsArray, IsObject } from 'class-validator';
import { JSONSchema } from 'class-validator-jsonschema';
import { createReadStream } from 'node:fs';
import { createInterface } from 'node:readline';
import { PerceptError } from '../../kernel';
import { show } from './phrase';
import type { JsonSchema } from './schema';

/** The mark in a schema of what `Rows` decorates: the language of pipelines goes by it. */
export const ROWS_KEYWORD = 'x-rows';

export type Row = Record<string, unknown>;
/**
 * What a handler is given for a parameter under `Rows`, and what it may answer with: walk it once, with `for await`. It is a
 * list where the caller sent one, and streamed from disk where a pipeline hands on the rows of another step.
 */
export type RowStream = Iterable<Row> | AsyncIterable<Row>;

/** Marks a property as rows of a table: a list of objects in JSON, streamed from step to step inside of a pipeline. */
export function Rows(description: string): PropertyDecorator {
  const marks = [IsArray(), IsObject({ each: true }), JSONSchema({ description, [ROWS_KEYWORD]: true })];
  return (target, property) => marks.forEach((mark) => mark(target, property as string));
}

/** The properties of a class that are rows. */
export function rowsFields({ properties = {} }: Pick<JsonSchema, 'properties'>): string[] {
  return Object.keys(properties).filter((name) => properties[name]![ROWS_KEYWORD] === true);
}

/**
 * Takes the rows out of the values of a class, for they are data and not to be transformed. @returns what puts them back.
 * @throws PerceptError INVALID_REQUEST naming the first that is no object.
 */
export function setRowsAside(
  schema: Pick<JsonSchema, 'properties'>,
  values: Record<string, unknown>,
): (instance: object) => void {
  const aside: Record<string, unknown> = {};
  for (const name of rowsFields(schema)) {
    const rows = values[name];
    if (!Array.isArray(rows)) continue;
    const wrong = rows.findIndex((row) => typeof row !== 'object' || row === null || Array.isArray(row));
    if (wrong >= 0) throw PerceptError.invalid(`${name}[${wrong}]`, `must be an object, not ${show(rows[wrong])}.`);
    aside[name] = rows;
    delete values[name];
  }
  return (instance) => void Object.assign(instance, aside);
}

/** The rows of a file with a JSON object on each line, as a pipeline writes it. */
export async function* readRowFile(path: string): AsyncGenerator<Row> {
  const lines = createInterface({ input: createReadStream(path), crlfDelay: Infinity });
  for await (const line of lines) if (line !== '') yield JSON.parse(line) as Row;
}
