import { Anchor, Stack, Title } from '@mantine/core';
import { Link } from 'wouter';
import { Ago } from '../parts/time/ago';
import { RowsTable, type Column } from '../parts/rows-table';
import type { Schedule } from '../pipelines/answers';

interface Tick {
  id: string;
  pipeline: string;
  rule: string | null;
  at: string;
}

const SHOWN = 5;

const COLUMNS: Column<Tick>[] = [
  {
    head: 'Pipeline',
    cell: ({ pipeline }) => (
      <Anchor component={Link} href={`/pipelines/${pipeline}`} size="sm">
        {pipeline}
      </Anchor>
    ),
  },
  { head: 'Rule', cell: ({ rule }) => <code>{rule}</code> },
  { head: 'Starts', cell: ({ at }) => <Ago at={at} /> },
];

/** The next runs that the clock starts. */
export function Coming({ schedules }: { schedules: readonly Schedule[] }) {
  const ticks = schedules
    .flatMap(({ id, pipeline, rule, next }) => next.map((at): Tick => ({ id, pipeline, rule, at })))
    .sort((a, b) => a.at.localeCompare(b.at))
    .slice(0, SHOWN);
  return (
    <Stack gap="xs">
      <Title order={3}>Next scheduled runs</Title>
      <RowsTable
        label="Next scheduled runs"
        rows={ticks}
        columns={COLUMNS}
        keyOf={({ id, at }) => `${id} ${at}`}
        empty="No pipeline has a schedule. Add one under “triggers” in its text."
      />
    </Stack>
  );
}
