import type { ReactNode } from 'react';

/** A column of a table. */
export interface Column<T> {
  head: string;
  cell: (row: T) => ReactNode;
  /** What a row is about: the first line of its card on a phone. The first column where none says so. */
  isTitle?: boolean;
}
