import { IsOptional, IsString } from 'class-validator';
import { JSONSchema } from 'class-validator-jsonschema';
import type { JsonSchema } from '../../kernel/schema';

/** Marks a property under `DataFile` in a JSON Schema; hosts and pipelines read it. */
export const FILE_KEYWORD = 'x-file';

/**
 * Declares an optional parameter as the path of a file that the handler may open and read. In a pipeline it may also be
 * `s3://bucket/key`. It is refused over HTTP, because a caller has no files here.
 */
export function DataFile(description: string): PropertyDecorator {
  const marks = [IsString(), IsOptional(), JSONSchema({ description, [FILE_KEYWORD]: true })];
  return (target, property) => marks.forEach((mark) => mark(target, property as string));
}

/** The properties of a class that are paths of files. */
export function fileFields({ properties = {} }: Pick<JsonSchema, 'properties'>): string[] {
  return Object.keys(properties).filter((name) => properties[name]![FILE_KEYWORD] === true);
}
