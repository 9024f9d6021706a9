import { Anchor, Progress, Stack, Text, Title } from '@mantine/core';
import { Link } from 'wouter';
import { counted } from '../parts/text/counted';
import { duration } from '../runs/duration';
import type { Overview } from './queries';

const SHOWN = 6;

/** What the capabilities took today. Nothing before the first call. */
export function Cost({ of: costs }: { of: Overview['today']['capabilities'] }) {
  const whole = costs.reduce((sum, { total_ms }) => sum + total_ms, 0);
  if (whole === 0) return null;
  const rest = costs.slice(SHOWN).reduce((sum, { total_ms }) => sum + total_ms, 0);
  return (
    <Stack gap="xs">
      <Title order={3}>Processing time today</Title>
      <ul className="plain" aria-label="Processing time by capability">
        {costs.slice(0, SHOWN).map(({ capability, requests, total_ms }) => (
          <li key={capability}>
            <Text size="sm">
              <Anchor component={Link} href={`/logs?search=${encodeURIComponent(capability)}`} size="sm">
                {capability}
              </Anchor>{' '}
              {duration(total_ms)} in {counted(requests, 'call')}
            </Text>
            <Progress value={Math.round((total_ms / whole) * 1_000) / 10} mt={4} aria-label={`Share of ${capability}`} />
          </li>
        ))}
      </ul>
      {rest > 0 && <Text size="xs">and {duration(rest)} in others</Text>}
    </Stack>
  );
}
