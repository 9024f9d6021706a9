import { Anchor, Button, Group, List, Stack, Text, Title } from '@mantine/core';
import { useState } from 'react';
import { hasEnded, type Run } from '../pipelines/answers';
import { ArtifactPreview } from './artifact-preview';
import { counted } from '../parts/text/counted';

/** The files that the run wrote. */
export function Artifacts({ of: run }: { of: Run }) {
  const { outputs } = run;
  return (
    <Stack gap="xs">
      <Title order={3}>Artifacts</Title>
      {outputs.length === 0 ? (
        <Text size="sm">{hasEnded(run) ? 'This run wrote no files.' : 'Files appear when the run has ended.'}</Text>
      ) : (
        <List size="sm" aria-label="Artifacts" spacing="xs">
          {outputs.map((output) => (
            <List.Item key={output.name}>
              <Artifact run={run.id} of={output} />
            </List.Item>
          ))}
        </List>
      )}
    </Stack>
  );
}

function Artifact({ run, of: { name, rows } }: { run: string; of: Run['outputs'][number] }) {
  const [open, setOpen] = useState(false);
  const address = `/v2/runs/${run}/artifacts/${encodeURIComponent(name)}`;
  return (
    <Stack gap="xs">
      <Group gap="xs">
        <Anchor href={address} download size="sm">
          {name}
        </Anchor>
        <Text size="sm">({counted(rows, 'row')})</Text>
        <Button size="compact-xs" variant="default" aria-expanded={open} onClick={() => setOpen(!open)}>
          {open ? 'Hide' : 'Preview'}
        </Button>
      </Group>
      {open && <ArtifactPreview address={address} name={name} />}
    </Stack>
  );
}
