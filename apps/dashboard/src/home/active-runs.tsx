import { Anchor, Progress, Stack, Text, Title } from '@mantine/core';
import { Link } from 'wouter';
import { counted } from '../parts/text/counted';
import { Ago } from '../parts/time/ago';
import type { Run } from '../pipelines/answers';

const SHOWN = 6;
const share = (part: number, total: number): number => (total > 0 ? Math.round((part / total) * 1_000) / 10 : 0);

/** The active runs, each with a progress bar of its items. Shows nothing if there are none. */
export function ActiveRuns({ runs }: { runs: readonly Run[] }) {
  if (runs.length === 0) return null;
  return (
    <Stack gap="xs">
      <Title order={3}>Active runs</Title>
      <ul className="plain" aria-label="Active runs">
        {runs.slice(0, SHOWN).map((run) => (
          <li key={run.id}>
            <ActiveRun of={run} />
          </li>
        ))}
      </ul>
      {runs.length > SHOWN && <Text size="xs">and {counted(runs.length - SHOWN, 'other run', 'other runs')}</Text>}
    </Stack>
  );
}

function ActiveRun({ of: { id, pipeline, counts, started_at, eta_s: eta } }: { of: Run }) {
  const { total, succeeded, failed } = counts;
  const facts = [
    `${succeeded + failed} of ${counted(total, 'item')}`,
    failed > 0 && `${failed} failed`,
    eta && `${Math.ceil(eta)} s to go`,
  ];
  return (
    <>
      <Text size="sm">
        <Anchor component={Link} href={`/runs/${id}`} size="sm" fw={600}>
          {pipeline}
        </Anchor>{' '}
        {facts.filter(Boolean).join(' · ')}
        {started_at && (
          <>
            , started <Ago at={started_at} />
          </>
        )}
      </Text>
      <Progress.Root size="md" mt={4}>
        <Progress.Section value={share(succeeded, total)} color="teal" aria-label={`Succeeded of ${pipeline}`} />
        <Progress.Section value={share(failed, total)} color="red" aria-label={`Failed of ${pipeline}`} />
      </Progress.Root>
    </>
  );
}
