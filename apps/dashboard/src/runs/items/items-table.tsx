import { Code, Stack, Text } from '@mantine/core';
import { useMemo, useState } from 'react';
import { RowsTable, type TableColumn } from '../../parts/rows-table';
import { State } from '../../parts/state';
import { counted } from '../../parts/text/counted';
import type { RunItem } from '../../pipelines/answers';
import { ItemPicture } from './picture';
import { countRetries, type Shown } from './shown';

export const TONES = { pending: 'quiet', succeeded: 'good', failed: 'bad' } as const;

interface ItemsTableProps {
  shown: readonly Shown[];
  onOpen: (index: number) => void;
  onEnd: () => void;
  empty: string;
}

/** A row of the table, with its index among the items. */
interface Row {
  item: RunItem;
  open: () => void;
}

/** The items of a run with their results or reasons. */
export function ItemsTable({ shown, onOpen, onEnd, empty }: ItemsTableProps) {
  const rows = useMemo(() => shown.map(({ item }, index): Row => ({ item, open: () => onOpen(index) })), [shown, onOpen]);
  return (
    <RowsTable
      label="Items"
      rows={rows}
      columns={COLUMNS}
      keyOf={({ item: { step, key } }) => `${step} ${key}`}
      onEnd={onEnd}
      empty={empty}
    />
  );
}

const COLUMNS: TableColumn<Row>[] = [
  {
    head: 'Item',
    cell: ({ item, open }) => (
      <div className="pictured">
        {item.state === 'failed' && <ItemPicture of={item} onOpen={open} />}
        <div>
          {item.key || item.step}
          {item.key && <Text size="xs">{item.step}</Text>}
        </div>
      </div>
    ),
  },
  {
    head: 'State',
    cell: ({ item, item: { state, cached } }) => (
      <>
        <State tone={TONES[state]}>{state}</State>
        {countRetries(item) > 0 && <Text size="xs">{counted(countRetries(item), 'retry', 'retries')}</Text>}
        {cached && <Text size="xs">from the cache</Text>}
      </>
    ),
  },
  {
    head: 'Result or reason',
    cell: (row) =>
      row.item.error ? (
        <>
          <b>{row.item.error.code}</b> in {row.item.error.step}: {row.item.error.reason}
        </>
      ) : row.item.results && Object.keys(row.item.results).length > 0 ? (
        <Results of={row} />
      ) : (
        '–'
      ),
  },
];

/** The results of an item's steps, and the picture that they used. */
function Results({ of: { item, open } }: { of: Row }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <details onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>Result of {Object.keys(item.results ?? {}).join(', ')}</summary>
      {isOpen && (
        <Stack gap="xs" mt="xs">
          <ItemPicture of={item} onOpen={open} />
          <Code block mah={320} tabIndex={0} className="scrolled">
            {JSON.stringify(item.results, null, 2)}
          </Code>
        </Stack>
      )}
    </details>
  );
}
