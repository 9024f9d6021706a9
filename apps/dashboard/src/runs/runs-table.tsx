import { Anchor } from '@mantine/core';
import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { Ago } from '../parts/time/ago';
import { Loaded } from '../parts/loaded';
import { RowsTable, type TableColumn } from '../parts/rows-table';
import type { Run } from '../pipelines/answers';
import { formatDuration } from '../parts/text/duration';
import { useRuns } from './queries';
import { RunStateBadge } from './run-state';

const COLUMNS: TableColumn<Run>[] = [
  {
    head: 'Run',
    cell: ({ id }) => (
      <Anchor component={Link} href={`/runs/${id}`} size="sm">
        {id}
      </Anchor>
    ),
  },
  { head: 'Pipeline', isTitle: true, cell: ({ pipeline }) => pipeline },
  { head: 'State', cell: (run) => <RunStateBadge of={run} /> },
  {
    head: 'Items',
    cell: ({ counts: { total, succeeded, failed } }) => `${succeeded} of ${total}${failed > 0 ? `, ${failed} failed` : ''}`,
  },
  { head: 'Started', cell: ({ created_at }) => <Ago at={created_at} /> },
  { head: 'Duration', cell: (run) => <span className="whole">{tookOf(run)}</span> },
];

/** The time from start to end, including waiting. */
const tookOf = ({ started_at, ended_at }: Run): string =>
  started_at && ended_at ? formatDuration(Date.parse(ended_at) - Date.parse(started_at)) : '–';

interface RunsTableProps {
  pipeline?: string;
  empty: ReactNode;
  /** The queries of the content above the table. */
  after?: readonly UseQueryResult[];
}

/** The newest runs. */
export function RunsTable({ pipeline, empty, after }: RunsTableProps) {
  const runs = useRuns(pipeline);
  return (
    <Loaded query={runs} after={after}>
      {(rows) => <RunRows rows={rows} empty={empty} />}
    </Loaded>
  );
}

export function RunRows({ rows, empty }: { rows: readonly Run[]; empty: ReactNode }) {
  return <RowsTable label="Runs" rows={rows} columns={COLUMNS} keyOf={({ id }) => id} empty={empty} />;
}
