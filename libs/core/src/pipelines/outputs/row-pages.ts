/** Reads rows from the first one on, a page at a time. Each call starts again. */
export type RowPages = () => AsyncGenerator<unknown[]>;
