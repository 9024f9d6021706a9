import { Group, Progress, Stack, Text } from '@mantine/core';
import { hasEnded, type Run } from '../pipelines/answers';
import { RunStateBadge } from './run-state';
import { counted } from '../parts/text/counted';
import { short } from '../parts/text/numbers';

const share = (part: number, total: number): number => (total > 0 ? (part / total) * 100 : 0);

/** Shows a run's progress and its remaining time. */
export function RunProgress({ of: run }: { of: Run }) {
  const { total, succeeded, failed, cached } = run.counts;
  const { rate_per_s: rate, eta_s: eta } = run;
  const facts = [
    `${succeeded + failed} of ${counted(total, 'item')}`,
    failed > 0 && `${failed} failed`,
    cached > 0 && `${cached} from the cache`,
    rate && `${short(rate)} a second`,
    !hasEnded(run) && eta && `${Math.ceil(eta)} s to go`,
  ].filter(Boolean);
  return (
    <Stack gap="xs">
      <Group gap="sm">
        <RunStateBadge of={run} />
        <Text size="sm" role="status">
          {facts.join(' · ')}
        </Text>
      </Group>
      <Progress.Root size="lg">
        <Progress.Section value={share(succeeded, total)} color="teal" aria-label="Succeeded" />
        <Progress.Section value={share(failed, total)} color="red" aria-label="Failed" />
      </Progress.Root>
    </Stack>
  );
}
