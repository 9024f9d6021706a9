import { Anchor, Stack, Title } from '@mantine/core';
import { Link } from 'wouter';
import { Ago } from '../parts/time/ago';
import { RowsTable, type Column } from '../parts/rows-table';
import type { Schedule } from '../pipelines/answers';
import { EVENTS } from '../pipelines/starts';
import { ruleOf, startsOf, type Start } from './starts';

const SHOWN = 10;

const COLUMNS: Column<Start>[] = [
  {
    head: 'Pipeline',
    cell: ({ pipeline }) => (
      <Anchor component={Link} href={`/pipelines/${pipeline}`} size="sm">
        {pipeline}
      </Anchor>
    ),
  },
  { head: 'Rule', cell: (start) => <code>{ruleOf(start)}</code> },
  { head: 'Starts', cell: ({ at, kind }) => (at ? <Ago at={at} /> : (EVENTS[kind] ?? kind)) },
];

/** The next starts: each trigger once, first by time, then those that wait for a file or a call. */
export function Coming({ schedules }: { schedules: readonly Schedule[] }) {
  return (
    <Stack gap="xs">
      <Title order={3}>Next scheduled runs</Title>
      <RowsTable
        label="Next scheduled runs"
        rows={startsOf(schedules).slice(0, SHOWN)}
        columns={COLUMNS}
        keyOf={({ id }) => id}
        empty="No pipeline has a schedule. Add one under “triggers” in its text."
      />
    </Stack>
  );
}
