import { Alert, Button, Code, Group, Stack, Text, Title, Table } from '@mantine/core';
import { Link, useParams } from 'wouter';
import { Ago } from '../parts/time/ago';
import { Confirm } from '../parts/confirm';
import { Failure } from '../parts/failure';
import { Loaded } from '../parts/loaded';
import { PageFrame } from '../parts/page';
import { hasEnded, type RunDetail } from '../pipelines/answers';
import { Artifacts } from '../runs/artifacts';
import { Items } from '../runs/items/items';
import { RunLog } from '../runs/log/run-log';
import { RunProgress } from '../runs/progress';
import { useRun, useSteer } from '../runs/queries';
import { formatDuration } from '../parts/text/duration';
import { RunTime } from '../runs/time/run-time';
import { counted } from '../parts/text/counted';
import { useDisclosure } from '@mantine/hooks';
import { usePipeline } from '../pipelines/queries';
import { RunForm } from '../pipelines/run-form';

const PIPELINES = { label: 'Pipelines', href: '/pipelines' };

export default function RunPage() {
  const { id = '' } = useParams<{ id: string }>();
  const run = useRun(id);
  return (
    <PageFrame
      title={run.data ? `Run of ${run.data.pipeline}` : 'Run'}
      trail={run.data && [PIPELINES, { label: run.data.pipeline, href: `/pipelines/${run.data.pipeline}` }]}
      about={id}
      actions={run.data && <Steering of={run.data} />}
    >
      <Loaded query={run}>{(data) => <Watched run={data} />}</Loaded>
    </PageFrame>
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
            , ended <Ago at={run.ended_at} />, worked {formatDuration(run.duration_ms ?? 0)}
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

/** Starts the current version of the pipeline with the inputs of a run or with others. */
function RunAgain({ of: { pipeline: name, inputs } }: { of: RunDetail }) {
  const [asking, { open, close }] = useDisclosure(false);
  const pipeline = usePipeline(name, asking);
  return (
    <>
      <Button variant="default" loading={asking && pipeline.isPending} onClick={open}>
        Run again
      </Button>
      {asking && pipeline.data && <RunForm of={pipeline.data} given={inputs} onClose={close} />}
      {asking && pipeline.isError && <Failure error={pipeline.error} />}
    </>
  );
}

/** Lists the processes that work or have worked on the items of a run. */
function Workers({ of: run }: { of: RunDetail }) {
  if (run.workers.length === 0) return null;
  return (
    <Stack gap="xs">
      <Title order={3}>Worker processes</Title>
      <Table aria-label="Worker processes">
        <Table.Thead>
          <Table.Tr>
            <Table.Th>Host</Table.Th>
            <Table.Th>Process</Table.Th>
            {!hasEnded(run) && <Table.Th ta="right">In flight</Table.Th>}
            <Table.Th ta="right">Done</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {run.workers.map(({ host, process, in_flight, done }) => (
            <Table.Tr key={`${host} ${process}`}>
              <Table.Td>{host}</Table.Td>
              <Table.Td>{process}</Table.Td>
              {!hasEnded(run) && <Table.Td ta="right">{in_flight}</Table.Td>}
              <Table.Td ta="right">{done}</Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Stack>
  );
}
