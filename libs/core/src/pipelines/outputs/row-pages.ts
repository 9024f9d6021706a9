/** Reads rows from the first one, a page at a time. Each call starts again. */
export type RowPages = () => AsyncGenerator<unknown[]>;
