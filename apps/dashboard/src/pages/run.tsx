import { Alert, Button, Code, Group, Stack, Text, Title } from '@mantine/core';
import { Link, useParams } from 'wouter';
import { Ago } from '../parts/time/ago';
import { Confirm } from '../parts/confirm';
import { Failure } from '../parts/failure';
import { Loaded } from '../parts/loaded';
import { Page } from '../parts/page';
import { hasEnded, type RunDetail } from '../pipelines/answers';
import { Artifacts } from '../runs/artifacts';
import { Items } from '../runs/items/items';
import { RunLog } from '../runs/log/run-log';
import { RunAgain } from '../runs/run-again';
import { RunProgress } from '../runs/progress';
import { useRun, useSteer } from '../runs/queries';
import { duration } from '../parts/text/duration';
import { RunTime } from '../runs/time/run-time';
import { Workers } from '../runs/workers';
import { counted } from '../parts/text/counted';

const PIPELINES = { label: 'Pipelines', href: '/pipelines' };

export default function RunPage() {
  const { id = '' } = useParams<{ id: string }>();
  const run = useRun(id);
  return (
    <Page
      title={run.data ? `Run of ${run.data.pipeline}` : 'Run'}
      trail={run.data && [PIPELINES, { label: run.data.pipeline, href: `/pipelines/${run.data.pipeline}` }]}
      about={id}
      actions={run.data && <Steering of={run.data} />}
    >
      <Loaded query={run}>{(data) => <Watched run={data} />}</Loaded>
    </Page>
  );
}

function Steering({ of: run }: { of: RunDetail }) {
  const cancel = useSteer(run.id, 'cancel');
  const retry = useSteer(run.id, 'retry');
  return (
    <Stack gap="xs">
      <Group>
        {!hasEnded(run) && (
          <Confirm
            label="Cancel run"
            title="Cancel this run?"
            consequence="Finished items keep their results. The others are not processed."
            onConfirm={() => cancel.mutateAsync()}
          />
        )}
        {hasEnded(run) && run.counts.failed > 0 && (
          <Button onClick={() => retry.mutate()} loading={retry.isPending}>
            Retry failed
          </Button>
        )}
        {hasEnded(run) && <RunAgain of={run} />}
        <Button component={Link} href={`/runs/${run.id}/compare`} variant="default">
          Compare
        </Button>
      </Group>
      {retry.isError && <Failure error={retry.error} />}
    </Stack>
  );
}

function Watched({ run }: { run: RunDetail }) {
  const inputs = Object.entries(run.inputs);
  return (
    <>
      <RunProgress of={run} />
      {run.waiting_for && (
        <Alert color="yellow" variant="light" title="Waiting">
          {run.waiting_for.message}
          {run.waiting_for.until !== null && (
            <>
              {' '}
              It goes on <Ago at={run.waiting_for.until} />.
            </>
          )}
        </Alert>
      )}
      {run.error && (
        <Alert color="red" variant="light" title="Why it failed">
          {run.error}
        </Alert>
      )}
      <Text size="sm">
        Requested <Ago at={run.created_at} />
        {run.ended_at && (
          <>
            , ended <Ago at={run.ended_at} />, worked {duration(run.duration_ms ?? 0)}
            {run.earlier_attempts.length > 0 && ` in ${(run.earlier_attempts.at(-1)?.number ?? 0) + 1} attempts`}
          </>
        )}
        .{run.limit !== null && ` It processes only ${counted(run.limit, 'item')} of each block.`}
      </Text>
      {inputs.length > 0 && (
        <Stack gap="xs">
          <Title order={3}>Inputs</Title>
          <Code block>{inputs.map(([name, value]) => `${name}: ${JSON.stringify(value)}`).join('\n')}</Code>
        </Stack>
      )}
      <RunTime of={run} />
      <Artifacts of={run} />
      <Items run={run.id} failed={run.counts.failed} />
      <Workers of={run} />
      <RunLog of={run} />
    </>
  );
}
