import { Anchor, Stack, Text, Title } from '@mantine/core';
import { Link } from 'wouter';
import { Ago } from '../parts/time/ago';
import { Empty } from '../parts/empty';
import { Loaded } from '../parts/loaded';
import { PageFrame } from '../parts/page';
import { RowsTable, type TableColumn } from '../parts/rows-table';
import { State } from '../parts/state';
import type { PipelineSummary } from '../pipelines/answers';
import { NewPipeline } from '../pipelines/begin/new-pipeline';
import { usePipelines, useSchedules } from '../pipelines/queries';
import { startFrom } from '../pipelines/starts';
import { RunsTable } from '../runs/runs-table';
import { counted } from '../parts/text/counted';

export default function Pipelines() {
  const pipelines = usePipelines();
  const schedules = useSchedules();
  const next: TableColumn<PipelineSummary> = {
    head: 'Starts',
    cell: ({ name }) => {
      const { at, waits } = startFrom((schedules.data ?? []).filter(({ pipeline }) => pipeline === name));
      return <Ago at={at} never={waits} />;
    },
  };
  return (
    <PageFrame
      title="Pipelines"
      about="YAML files that run capabilities on folders, lists and files, by hand or on a schedule."
      actions={<NewPipeline />}
    >
      <Loaded query={pipelines} after={[schedules]}>
        {(rows) =>
          rows.length > 0 ? (
            <RowsTable label="Pipelines" rows={rows} columns={[...COLUMNS, next]} keyOf={({ name }) => name} />
          ) : (
            <Empty title="No pipelines yet">
              “New pipeline” starts from an example that works. Files in the folder <code>PERCEPT_PIPELINES_DIR</code> appear
              here, too.
            </Empty>
          )
        }
      </Loaded>
      <Stack gap="xs">
        <Title order={3}>Newest runs</Title>
        <RunsTable after={[pipelines, schedules]} empty="No runs yet. Open a pipeline and press “Run”." />
      </Stack>
    </PageFrame>
  );
}

const COLUMNS: TableColumn<PipelineSummary>[] = [
  {
    head: 'Name',
    cell: ({ name }) => (
      <Anchor component={Link} href={`/pipelines/${name}`} size="sm" fw={600}>
        {name}
      </Anchor>
    ),
  },
  { head: 'What it does', cell: ({ description }) => description ?? '–' },
  {
    head: 'State',
    cell: ({ findings }) =>
      findings.length === 0 ? (
        <State tone="good">valid</State>
      ) : (
        <>
          <State tone="bad">{counted(findings.length, 'mistake')}</State>
          <Text size="xs">
            Line {findings[0]!.line}: {findings[0]!.message}
          </Text>
        </>
      ),
  },
];
