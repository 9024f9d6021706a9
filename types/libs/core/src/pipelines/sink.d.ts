import type { Store } from '../store';
/** The rows of a block in the order of its items, a page at a time. */
export declare function blockRows(store: Store, run: string, step: string): AsyncGenerator<unknown[]>;
/** Writes rows as a line of JSON each. The file appears whole or not at all. @returns how many. */
export declare function writeJsonLines(path: string, pages: AsyncIterable<unknown[]> | Iterable<unknown[]>): Promise<number>;
