import { Stack, Text, Title } from '@mantine/core';
import { Loaded } from '../../parts/loaded';
import { RowsTable, type TableColumn } from '../../parts/rows-table';
import { Ago } from '../../parts/time/ago';
import type { RunDetail } from '../../pipelines/answers';
import { useItems } from '../queries';
import { listLogLines, type LogLine } from './entries';
import { counted } from '../../parts/text/counted';

type Row = LogLine & { index: number };

const exact = new Intl.DateTimeFormat(undefined, { timeStyle: 'medium' });

const COLUMNS: TableColumn<Row>[] = [
  {
    head: 'When',
    cell: ({ at }) => (
      <span className="whole">
        {exact.format(new Date(at))}{' '}
        <Text span size="xs">
          <Ago at={at} />
        </Text>
      </span>
    ),
  },
  { head: 'What', cell: ({ what, isBad }) => <span style={{ color: isBad ? 'var(--grave)' : undefined }}>{what}</span> },
];

/** The events of a run, one line for each recorded moment. */
export function RunLog({ of: run }: { of: RunDetail }) {
  const failed = useItems(run.id, 'failed');
  return (
    <Stack gap="xs">
      <Title order={3}>Log</Title>
      <Loaded query={failed}>
        {({ pages }) => {
          const items = pages.flatMap((page) => page.items);
          const left = run.counts.failed - items.length;
          const rows = listLogLines(run, items).map((line, index) => ({ ...line, index }));
          return (
            <>
              <RowsTable label="Log" rows={rows} columns={COLUMNS} keyOf={({ index }) => String(index)} />
              {left > 0 && <Text size="xs">{counted(left, 'more item')} failed. The list of items has them all.</Text>}
            </>
          );
        }}
      </Loaded>
    </Stack>
  );
}
