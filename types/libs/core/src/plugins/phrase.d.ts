import type { JsonSchema } from './schema';
/** What a schema asks for, to follow `must be`: `a number between 0 and 1`; undefined where it says too little. */
export declare function phraseOf(schema: JsonSchema): string | undefined;
/** A value as it stands in a sentence; long ones are cut. */
export declare function show(value: unknown): string;
