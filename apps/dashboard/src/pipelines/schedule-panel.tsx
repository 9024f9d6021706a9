import { Anchor, Button, Code, Group, Stack, Text, Title, Alert } from '@mantine/core';
import { Link } from 'wouter';
import { Ago } from '../parts/time/ago';
import { Failure } from '../parts/failure';
import { Loaded } from '../parts/loaded';
import { RowsTable, type TableColumn } from '../parts/rows-table';
import { State, type Tone } from '../parts/state';
import type { Schedule, Tick } from './answers';
import { PauseTrigger } from './pause-trigger';
import { useMakeAddress, useResume, useTicks } from './queries';
import { Copyable } from '../parts/copyable';

const TONES: Record<string, Tone> = { started: 'good', due: 'busy', skipped: 'warn', failed: 'bad' };
const EXAMPLE = `triggers:
  - cron: "30 2 * * *"
    timezone: Europe/Berlin`;

/** The pipeline's triggers, and the history of their ticks. */
export function SchedulePanel({ name }: { name: string }) {
  const ticks = useTicks(name);
  const resume = useResume();
  const address = useMakeAddress();
  const action: TableColumn<Schedule> = {
    head: 'Actions',
    cell: ({ id, paused_at, has_address }) => (
      <Group gap="xs">
        {paused_at ? (
          <Button size="xs" variant="default" onClick={() => resume.mutate({ id })}>
            Resume
          </Button>
        ) : (
          <PauseTrigger id={id} />
        )}
        {has_address !== null && (
          <Button size="xs" variant="default" onClick={() => address.mutate({ id })}>
            {has_address ? 'New address' : 'Create address'}
          </Button>
        )}
      </Group>
    ),
  };
  return (
    <Loaded query={ticks}>
      {({ schedules, ticks: rows }) => (
        <Stack>
          {resume.isError && <Failure error={resume.error} />}
          {address.isError && <Failure error={address.error} />}
          {address.data && <HookAddress path={address.data.url} />}
          <Title order={3}>Triggers</Title>
          <RowsTable
            label="Triggers"
            rows={schedules}
            columns={[...TRIGGER_COLUMNS, action]}
            keyOf={({ id }) => id}
            empty={
              <>
                Nothing starts this pipeline automatically. Add triggers to its text, for example:
                <Code block my="xs">
                  {EXAMPLE}
                </Code>
                <code>every: 15m</code>, <code>watch: ./inbox</code> and <code>webhook: {'{}'}</code> start runs, too.
              </>
            }
          />
          {(rows.length > 0 || schedules.length > 0) && (
            <>
              <Title order={3}>Ticks</Title>
              <RowsTable label="Ticks" rows={rows} columns={TICK_COLUMNS} keyOf={({ id }) => id} empty="No ticks yet." />
            </>
          )}
        </Stack>
      )}
    </Loaded>
  );
}

const local = (time: string): string => new Date(time).toLocaleString();

const TRIGGER_COLUMNS: TableColumn<Schedule>[] = [
  { head: 'Trigger', cell: ({ id }) => id.split('/').at(-1) },
  {
    head: 'Rule',
    cell: ({ kind, rule, timezone, has_address }) => (
      <>
        {kind} {rule && <Code>{rule}</Code>}
        {has_address === false && <Text size="xs">It has no address yet.</Text>}
        {timezone && <Text size="xs">{timezone}</Text>}
      </>
    ),
  },
  {
    head: 'Next',
    cell: ({ next, paused_at, paused_until, paused_reason }) => (
      <>
        {paused_at && <State tone="warn">{paused_until ? `paused until ${local(paused_until)}` : 'paused'}</State>}
        {paused_at && !paused_until && <Text size="xs">{paused_reason}</Text>}
        {next.map((at) => (
          <div key={at}>{local(at)}</div>
        ))}
      </>
    ),
  },
];

const TICK_COLUMNS: TableColumn<Tick>[] = [
  { head: 'When', cell: ({ at }) => <Ago at={at} /> },
  { head: 'Trigger', cell: ({ schedule }) => schedule.split('/').at(-1) },
  { head: 'State', cell: ({ state }) => <State tone={TONES[state] ?? 'quiet'}>{state}</State> },
  {
    head: 'Run or reason',
    cell: ({ run_id, reason }) =>
      run_id ? (
        <Anchor component={Link} href={`/runs/${run_id}`} size="sm">
          {run_id}
        </Anchor>
      ) : (
        (reason ?? '–')
      ),
  },
];

/** The address to POST to for starting the pipeline. It is shown only once. */
function HookAddress({ path }: { path: string }) {
  return (
    <Alert title="The address" color="teal">
      <Text size="sm" mb="xs">
        Anyone who knows it can start the pipeline. Save it: it is not shown again, and the previous address stops working.
      </Text>
      <Copyable text={`curl -X POST ${window.location.origin}${path} -H 'Content-Type: application/json' -d '{}'`} />
    </Alert>
  );
}
