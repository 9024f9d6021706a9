import type { SinkFormat } from './plan';
import type { RowPages } from './row-sources';
/** Writes rows to a file, a page at a time. The file appears whole or not at all. @returns how many. */
export declare function writeRows(path: string, format: SinkFormat, pages: RowPages): Promise<number>;
