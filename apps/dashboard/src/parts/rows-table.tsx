import { Table, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import type { TableColumn } from './rows/column';
import { ManyRows } from './rows/many-rows';

/** A longer table renders only its visible rows. */
const MANY = 40;

export type { TableColumn };

interface RowsTableProps<T> {
  label: string;
  rows: readonly T[];
  columns: readonly TableColumn<T>[];
  keyOf: (row: T) => string;
  /** Shown when there are no rows. */
  empty?: ReactNode;
  /** Column widths in percent, so that tables below each other line up. */
  widths?: readonly number[];
  /** Called when the last rows of a long table come into view. */
  onEnd?: () => void;
}

/** A table that turns each row into a card if there is too little room. ARIA roles stay when CSS removes the table layout. */
export function RowsTable<T>({ label, rows, columns, keyOf, empty, widths, onEnd }: RowsTableProps<T>) {
  if (rows.length === 0)
    return (
      <Text size="sm" component="div">
        {empty}
      </Text>
    );
  const isLong = rows.length > MANY;
  return (
    <Table
      className="rows"
      role="table"
      aria-label={label}
      verticalSpacing="xs"
      layout={isLong || widths ? 'fixed' : 'auto'}
      aria-rowcount={isLong ? rows.length + 1 : undefined}
    >
      <Table.Thead role="rowgroup">
        <Table.Tr role="row">
          {columns.map(({ head }, index) => (
            <Table.Th key={head} role="columnheader" scope="col" w={widths && `${widths[index]}%`}>
              {head}
            </Table.Th>
          ))}
        </Table.Tr>
      </Table.Thead>
      {isLong ? <ManyRows {...{ rows, columns, keyOf, onEnd }} /> : <FewRows {...{ rows, columns, keyOf }} />}
    </Table>
  );
}

function FewRows<T>({ rows, columns, keyOf }: Pick<RowsTableProps<T>, 'rows' | 'columns' | 'keyOf'>) {
  return (
    <Table.Tbody role="rowgroup">
      {rows.map((row) => (
        <Table.Tr key={keyOf(row)} role="row">
          {columns.map(({ head, cell, isTitle }) => (
            <Table.Td key={head} role="cell" data-head={head} data-title={isTitle || undefined}>
              <div>{cell(row)}</div>
            </Table.Td>
          ))}
        </Table.Tr>
      ))}
    </Table.Tbody>
  );
}
