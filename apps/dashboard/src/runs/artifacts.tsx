import { Anchor, List, Stack, Text, Title } from '@mantine/core';
import { hasEnded, type Run } from '../pipelines/answers';

/** The files that the run wrote. */
export function Artifacts({ of: run }: { of: Run }) {
  const { id, outputs } = run;
  return (
    <Stack gap="xs">
      <Title order={3}>Artifacts</Title>
      {outputs.length === 0 ? (
        <Text size="sm">{hasEnded(run) ? 'It wrote no files.' : 'Files appear when the run has ended.'}</Text>
      ) : (
        <List size="sm" aria-label="Artifacts">
          {outputs.map(({ name, rows }) => (
            <List.Item key={name}>
              <Anchor href={`/v2/runs/${id}/artifacts/${encodeURIComponent(name)}`} download size="sm">
                {name}
              </Anchor>{' '}
              ({rows} {rows === 1 ? 'row' : 'rows'})
            </List.Item>
          ))}
        </List>
      )}
    </Stack>
  );
}
