import type { ReactNode } from 'react';

export interface TableColumn<T> {
  head: string;
  cell: (row: T) => ReactNode;
  /** Whether the column is the first line of a row's card on a phone. Default: the first column. */
  isTitle?: boolean;
}
