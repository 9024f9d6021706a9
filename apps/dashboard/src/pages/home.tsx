import { Stack, Text, Title } from '@mantine/core';
import { ActiveRuns } from '../home/active-runs';
import { Checklist } from '../home/checklist';
import { Coming } from '../home/coming';
import { Cost } from '../home/cost';
import { concernsOf } from '../home/concerns';
import { useHasCalled, useNewestRuns, useOverview, useRunning } from '../home/queries';
import { Tiles } from '../home/tiles';
import { Verdict } from '../home/verdict';
import { useKeys } from '../keys/keys';
import { useModels } from '../models/queries';
import { HoursChart } from '../parts/hours/hours-chart';
import { Ago } from '../parts/time/ago';
import { Loaded } from '../parts/loaded';
import { Page } from '../parts/page';
import { Waiting } from '../parts/waiting';
import { usePipelines, useSchedules } from '../pipelines/queries';
import { RunRows } from '../runs/runs-table';
import { useWebhooks } from '../webhooks/queries';

export default function Home() {
  const overview = useOverview();
  const running = useRunning();
  const runs = useNewestRuns();
  const [webhooks, schedules, pipelines, models] = [useWebhooks(), useSchedules(), usePipelines(), useModels(false)];
  const facts = { overview: overview.data, runs: runs.data, webhooks: webhooks.data };
  // Shown all at once, because parts that load later would move what is below them.
  const all = [overview, running, runs, webhooks, schedules, pipelines, models, useHasCalled(), useKeys()];
  const concerns = concernsOf({ ...facts, schedules: schedules.data, pipelines: pipelines.data, models: models.data });
  if (all.some(({ isPending }) => isPending))
    return (
      <Page title="Home">
        <Waiting />
      </Page>
    );
  return (
    <Page title="Home">
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
    </Page>
  );
}
