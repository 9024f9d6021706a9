import { Type } from 'class-transformer';
import { IsArray, IsObject } from 'class-validator';
import { JSONSchema } from 'class-validator-jsonschema';
import { createReadStream } from 'node:fs';
import { createInterface } from 'node:readline';
import { PerceptError, parseJson } from '../../kernel';
import { type Class, show, type JsonSchema } from '../../kernel/schema';

/** Marks a property under `Rows` in a JSON Schema; the pipeline parser reads it. */
export const ROWS_KEYWORD = 'x-rows';

/** One row of a table: its cells by column. */
export type Row = Record<string, unknown>;
/**
 * What a handler receives for a parameter under `Rows`, and what it may return for a property under `Rows`. Iterate over it once,
 * with `for await`. It is a list if the caller sent one. Output of another pipeline step streams from disk.
 */
export type RowStream = Iterable<Row> | AsyncIterable<Row>;

/**
 * Declares a property as the rows of a table: a list of objects in JSON, streamed from step to step in a pipeline.
 * @param of the class of a row, for an output. Each row is checked when it arrives, so that memory never holds many rows.
 */
export function Rows(description: string, of?: () => Class): PropertyDecorator {
  const marks = [IsArray(), IsObject({ each: true }), JSONSchema({ description, [ROWS_KEYWORD]: true })];
  if (of) marks.push(Type(of));
  return (target, property) => marks.forEach((mark) => mark(target, property as string));
}

/** The properties of a class that contain rows. */
export function rowsFields({ properties = {} }: Pick<JsonSchema, 'properties'>): string[] {
  return Object.keys(properties).filter((name) => properties[name]![ROWS_KEYWORD] === true);
}

/**
 * Removes the rows from the values of a class, because they are data and must not be transformed.
 * @returns a function that puts them back.
 * @throws PerceptError INVALID_REQUEST naming the first row that is not an object.
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

/** Reads rows from a file with a JSON object on each line, the format that pipelines write. */
export async function* readRowFile(path: string): AsyncGenerator<Row> {
  const lines = createInterface({ input: createReadStream(path), crlfDelay: Infinity });
  for await (const line of lines) if (line !== '') yield parseJson(line) as Row;
}
