import { Anchor, NativeSelect, Text, Stack, Title } from '@mantine/core';
import { Link, useLocation, useParams, useSearch } from 'wouter';
import { Empty } from '../../parts/empty';
import { Loaded } from '../../parts/loaded';
import { PageFrame } from '../../parts/page';
import type { Run, RunDetail } from '../../pipelines/answers';
import { useRun, useRuns } from '../queries';
import { compareFacts, compareInputs, compareOutputs, compareSteps, type Difference } from './differences';
import { FailedInOne } from './failed-in-one';
import { RowsInOne } from './rows-in-one';
import { RowsTable, type TableColumn } from '../../parts/rows-table';
import { State } from '../../parts/state';

const COLUMNS: TableColumn<Difference>[] = [
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

/** Compares a run with another one of the same pipeline. */
export default function ComparePage() {
  const { id = '' } = useParams<{ id: string }>();
  const run = useRun(id);
  const trail = [
    { label: 'Pipelines', href: '/pipelines' },
    ...(run.data ? [{ label: run.data.pipeline, href: `/pipelines/${run.data.pipeline}` }] : []),
    { label: 'Run', href: `/runs/${id}` },
  ];
  return (
    <PageFrame title="Compare runs" trail={trail} about={id}>
      <Loaded query={run}>{(data) => <WithAnother key={id} run={data} />}</Loaded>
    </PageFrame>
  );
}

const labelOf = ({ id, status, created_at, counts }: Run): string =>
  `${new Date(created_at).toLocaleString()}: ${status}, ${counts.succeeded} of ${counts.total} (${id})`;

function WithAnother({ run }: { run: RunDetail }) {
  const runs = useRuns(run.pipeline);
  const asked = new URLSearchParams(useSearch()).get('with');
  const [, navigate] = useLocation();
  const others = (runs.data ?? []).filter(({ id }) => id !== run.id);
  // Ids begin with their creation time. Chooses the run before this one, or else the newest.
  const other = asked ?? (others.find(({ id }) => id < run.id) ?? others[0])?.id;
  return (
    <Loaded query={runs}>
      {() =>
        other ? (
          <>
            <NativeSelect
              label="The other run"
              maw={560}
              value={other}
              onChange={(event) => navigate(`/runs/${run.id}/compare?with=${event.target.value}`, { replace: true })}
            >
              {!others.some(({ id }) => id === other) && <option>{other}</option>}
              {others.map((each) => (
                <option key={each.id} value={each.id}>
                  {labelOf(each)}
                </option>
              ))}
            </NativeSelect>
            <Both one={run} other={other} />
          </>
        ) : (
          <Empty title="There is no other run">
            {run.pipeline} has run once. <Link href={`/runs/${run.id}`}>Run it again</Link> to compare.
          </Empty>
        )
      }
    </Loaded>
  );
}

function Both({ one, other: id }: { one: RunDetail; other: string }) {
  const other = useRun(id);
  return (
    <Loaded query={other}>
      {(data) => (
        <>
          <Text size="sm">
            This run is{' '}
            <Anchor component={Link} href={`/runs/${one.id}`} size="sm" underline="always">
              {one.id}
            </Anchor>
            , the other{' '}
            <Anchor component={Link} href={`/runs/${id}`} size="sm" underline="always">
              {id}
            </Anchor>
            .
          </Text>
          <DifferenceTable title="Both runs" rows={compareFacts(one, data)} empty="" />
          <DifferenceTable title="Inputs" rows={compareInputs(one, data)} empty="Neither has inputs." />
          <DifferenceTable title="Steps" rows={compareSteps(one, data)} empty="No step has begun." />
          <DifferenceTable title="Artifacts" rows={compareOutputs(one, data)} empty="Neither wrote a file." />
          <RowsInOne one={one} other={data} />
          <FailedInOne one={one.id} other={id} />
        </>
      )}
    </Loaded>
  );
}

function DifferenceTable({ title, rows, empty }: { title: string; rows: readonly Difference[]; empty: string }) {
  return (
    <Stack gap="xs" className="compared">
      <Title order={3}>{title}</Title>
      <RowsTable label={title} rows={rows} columns={COLUMNS} keyOf={({ name }) => name} empty={empty} />
    </Stack>
  );
}
