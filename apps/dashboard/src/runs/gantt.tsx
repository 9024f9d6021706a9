import { Stack, Table, Text, Title } from '@mantine/core';
import { State, type Tone } from '../parts/state';
import { hasEnded, type RunDetail } from '../pipelines/answers';
import { duration, spansOf } from './spans';
import { counted } from '../parts/text/counted';

const TONES: Record<RunDetail['steps'][number]['state'], Tone> = {
  pending: 'busy',
  succeeded: 'good',
  partial: 'warn',
  failed: 'bad',
  skipped: 'quiet',
};

/** When each step began and how long it took, as bars over the time of the run. */
export function Gantt({ of: run }: { of: RunDetail }) {
  const spans = spansOf(run, Date.now());
  if (spans.length === 0) return null;
  return (
    <Stack gap="xs">
      <Title order={3}>Steps</Title>
      <Table aria-label="Steps" className="gantt">
        <Table.Thead>
          <Table.Tr>
            <Table.Th>Step</Table.Th>
            <Table.Th>State</Table.Th>
            <Table.Th className="timeline">Time</Table.Th>
            <Table.Th ta="right">Duration</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {spans.map(({ step, state, total, start, width, afterMs, tookMs }) => (
            <Table.Tr key={step}>
              <Table.Td>
                <Text size="sm" fw={600}>
                  {step}
                </Text>
                <Text size="xs">{counted(total ?? 0, 'item')}</Text>
              </Table.Td>
              <Table.Td>
                <State tone={TONES[state]}>{state === 'pending' && hasEnded(run) ? 'not finished' : state}</State>
              </Table.Td>
              <Table.Td className="timeline">
                <div className="bar" data-state={state} style={{ marginLeft: `${start}%`, width: `${width}%` }} />
                <Text size="xs">after {duration(afterMs)}</Text>
              </Table.Td>
              <Table.Td ta="right" className="whole">
                {duration(tookMs)}
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Stack>
  );
}
