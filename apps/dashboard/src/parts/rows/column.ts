import type { ReactNode } from 'react';

/** A column of a table. */
export interface Column<T> {
  head: string;
  cell: (row: T) => ReactNode;
}
