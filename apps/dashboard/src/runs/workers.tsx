import { Stack, Table, Title } from '@mantine/core';
import { hasEnded, type RunDetail } from '../pipelines/answers';

/** Lists the processes that work or have worked on the items of a run. */
export function Workers({ of: run }: { of: RunDetail }) {
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
