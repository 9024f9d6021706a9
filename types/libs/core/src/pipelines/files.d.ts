import type { Scope } from './cel';
import type { Places } from './places';
import { type Template } from './template';
/** A file as expressions see it. */
export interface FileItem {
    /** Absolute. */
    path: string;
    name: string;
    /** ISO 8601, UTC. */
    modified: string;
    /** Bytes. */
    size: number;
}
/** A pattern split into the folder that it starts from, as written, and the rest. */
export interface FilePattern {
    folder: string;
    pattern: string;
}
/** What an expression gives inside a pattern is taken literally: a folder may be called `photos (2024)`. */
export declare function filePatterns(template: Template, scope: Scope): FilePattern[];
export interface FoundFile {
    file: FileItem;
    /** Why it may not be read. */
    refused?: string;
}
/** Streams the files of a pattern in no particular order. */
export declare function listFiles({ folder, pattern }: FilePattern, places: Places): AsyncGenerator<FoundFile>;
