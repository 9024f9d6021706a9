import { Stack, Text, Title } from '@mantine/core';
import { RowsTable, type Column } from '../../parts/rows-table';
import { State } from '../../parts/state';
import type { Difference } from './differences';

const COLUMNS: Column<Difference>[] = [
  { head: 'What', cell: ({ name }) => <Text size="sm">{name}</Text> },
  {
    head: 'This run',
    cell: ({ one, differs }) => (
      <Text size="sm" fw={differs ? 600 : undefined}>
        {one}
      </Text>
    ),
  },
  {
    head: 'The other',
    cell: ({ other, differs }) => (
      <Text size="sm" fw={differs ? 600 : undefined}>
        {other}
      </Text>
    ),
  },
  {
    head: 'Difference',
    cell: ({ one, other, differs, note }) =>
      differs ? (
        <State tone="warn">{note ?? 'differs'}</State>
      ) : (
        <Text size="sm">{one === other ? 'same' : 'about the same'}</Text>
      ),
  },
];

export function DifferenceTable({ title, rows, empty }: { title: string; rows: readonly Difference[]; empty: string }) {
  return (
    <Stack gap="xs" className="compared">
      <Title order={3}>{title}</Title>
      <RowsTable label={title} rows={rows} columns={COLUMNS} keyOf={({ name }) => name} empty={empty} />
    </Stack>
  );
}
