import { Stack, Text, Title, Anchor, Group, List, Paper } from '@mantine/core';
import { ActiveRuns } from '../home/active-runs';
import { Checklist } from '../home/checklist';
import { Cost } from '../home/cost';
import { findConcerns, type Concern } from '../home/concerns';
import { useHasCalled, useNewestRuns, useOverview, useRunning } from '../home/queries';
import { Tiles } from '../home/tiles';
import { useKeys } from '../keys/keys';
import { useModels } from '../models/queries';
import { HoursChart } from '../parts/hours/hours-chart';
import { Ago } from '../parts/time/ago';
import { Loaded } from '../parts/loaded';
import { PageFrame } from '../parts/page';
import { LoadingPlaceholder } from '../parts/waiting';
import { usePipelines, useSchedules } from '../pipelines/queries';
import { RunRows } from '../runs/runs-table';
import { useWebhooks } from '../webhooks/queries';
import { Link } from 'wouter';
import { RowsTable, type TableColumn } from '../parts/rows-table';
import type { Schedule } from '../pipelines/answers';
import { START_EVENTS } from '../pipelines/starts';
import { describeRule, listStarts, type Start } from '../home/starts';
import { Icon } from '../parts/icon';
import { counted } from '../parts/text/counted';

const SHOWN = 10;

const COLUMNS: TableColumn<Start>[] = [
  {
    head: 'Pipeline',
    cell: ({ pipeline }) => (
      <Anchor component={Link} href={`/pipelines/${pipeline}`} size="sm">
        {pipeline}
      </Anchor>
    ),
  },
  { head: 'Rule', cell: (start) => <code>{describeRule(start)}</code> },
  { head: 'Starts', cell: ({ at, kind }) => (at ? <Ago at={at} /> : (START_EVENTS[kind] ?? kind)) },
];

export default function Home() {
  const overview = useOverview();
  const running = useRunning();
  const runs = useNewestRuns();
  const [webhooks, schedules, pipelines, models] = [useWebhooks(), useSchedules(), usePipelines(), useModels(false)];
  const facts = { overview: overview.data, runs: runs.data, webhooks: webhooks.data };
  // Shown all at once, because parts that load later would move what is below them.
  const all = [overview, running, runs, webhooks, schedules, pipelines, models, useHasCalled(), useKeys()];
  const concerns = findConcerns({ ...facts, schedules: schedules.data, pipelines: pipelines.data, models: models.data });
  if (all.some(({ isPending }) => isPending))
    return (
      <PageFrame title="Home">
        <LoadingPlaceholder />
      </PageFrame>
    );
  return (
    <PageFrame title="Home">
      <Checklist />
      <Loaded query={overview}>
        {(data) => (
          <Stack gap="lg">
            <Verdict concerns={concerns} />
            <Tiles overview={data} running={running.data?.length} />
            <HoursChart hours={data.hours} />
            <ActiveRuns runs={running.data ?? []} />
            <Cost of={data} />
          </Stack>
        )}
      </Loaded>
      <Stack gap="xs">
        <Title order={3}>Newest runs</Title>
        <Loaded query={runs}>
          {(rows) => <RunRows rows={rows.slice(0, 5)} empty="No runs yet. Open a pipeline and press “Run”." />}
        </Loaded>
      </Stack>
      <Loaded query={schedules}>{(rows) => <Coming schedules={rows} />}</Loaded>
      {overview.data && (
        <Text size="xs">
          Percept {overview.data.version}, started <Ago at={overview.data.started_at} />
        </Text>
      )}
    </PageFrame>
  );
}

/** The next starts, each trigger once: first the scheduled ones by time, then those that wait for a file or a call. */
function Coming({ schedules }: { schedules: readonly Schedule[] }) {
  return (
    <Stack gap="xs">
      <Title order={3}>Next scheduled runs</Title>
      <RowsTable
        label="Next scheduled runs"
        rows={listStarts(schedules).slice(0, SHOWN)}
        columns={COLUMNS}
        keyOf={({ id }) => id}
        empty="No pipeline has a schedule. Add one under “triggers” in its text."
      />
    </Stack>
  );
}

/** The answer to “is all well?”. */
function Verdict({ concerns }: { concerns: readonly Concern[] }) {
  const isWell = concerns.length === 0;
  return (
    <Paper withBorder p="md" role="status" className="verdict" data-well={isWell}>
      <Group gap="sm" wrap="nowrap" align="flex-start">
        <Icon name={isWell ? 'good' : 'warn'} size={24} />
        <div>
          <Text fw={600}>{isWell ? 'No issues' : `${counted(concerns.length, 'issue needs', 'issues need')} attention`}</Text>
          {!isWell && (
            <List size="sm" mt="xs" spacing="xs">
              {concerns.map(({ text, href }) => (
                <List.Item key={`${href} ${text}`}>
                  <Anchor component={Link} href={href} size="sm" underline="always">
                    {text}
                  </Anchor>
                </List.Item>
              ))}
            </List>
          )}
        </div>
      </Group>
    </Paper>
  );
}
