/** Walks rows from their beginning, a page at a time; may be walked again. */
export type RowPages = () => AsyncGenerator<unknown[]>;
