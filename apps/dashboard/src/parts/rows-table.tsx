import { Table, Text } from '@mantine/core';
import type { ReactNode } from 'react';

export interface Column<T> {
  head: string;
  cell: (row: T) => ReactNode;
}

interface RowsTableProps<T> {
  label: string;
  rows: readonly T[];
  columns: readonly Column<T>[];
  keyOf: (row: T) => string;
  /** Shown when there are no rows. */
  empty?: ReactNode;
}

/** A table that turns each row into a card if there is no room. The roles stay when CSS takes the layout away. */
export function RowsTable<T>({ label, rows, columns, keyOf, empty }: RowsTableProps<T>) {
  if (rows.length === 0)
    return (
      <Text size="sm" component="div">
        {empty}
      </Text>
    );
  return (
    <Table className="rows" role="table" aria-label={label} verticalSpacing="xs">
      <Table.Thead role="rowgroup">
        <Table.Tr role="row">
          {columns.map(({ head }) => (
            <Table.Th key={head} role="columnheader" scope="col">
              {head}
            </Table.Th>
          ))}
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody role="rowgroup">
        {rows.map((row) => (
          <Table.Tr key={keyOf(row)} role="row">
            {columns.map(({ head, cell }) => (
              <Table.Td key={head} role="cell" data-head={head}>
                <div>{cell(row)}</div>
              </Table.Td>
            ))}
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  );
}
