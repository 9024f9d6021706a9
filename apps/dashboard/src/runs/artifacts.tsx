import { Anchor, Button, Group, List, Stack, Text, Title, Code } from '@mantine/core';
import { useState } from 'react';
import { hasEnded, type Run } from '../pipelines/answers';
import { counted } from '../parts/text/counted';
import { useQuery } from '@tanstack/react-query';
import { Loaded } from '../parts/loaded';
import { RowsTable } from '../parts/rows-table';
import { formatCell } from '../playground/any/findings';
import { loadBeginning } from './beginning';
import { previewFile } from './preview';

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

/** The first rows of a file that a run wrote, or the picture if it is one. */
function ArtifactPreview({ address, name }: { address: string; name: string }) {
  if (/\.(png|jpe?g|webp|svg)$/i.test(name)) return <img src={address} alt={name} style={{ maxWidth: '100%' }} />;
  return <TextPreview address={address} name={name} />;
}

function TextPreview({ address, name }: { address: string; name: string }) {
  const beginning = useQuery({ queryKey: ['artifact', address], queryFn: () => loadBeginning(address), staleTime: 60_000 });
  return (
    <Loaded query={beginning}>
      {({ text, isWhole }) => {
        const preview = previewFile(name, text, isWhole);
        return (
          <Stack gap="xs">
            {preview.rows ? (
              <RowsTable
                label={`First rows of ${name}`}
                rows={preview.rows.map((row, index) => ({ row, index }))}
                columns={preview.columns.map((head) => ({
                  head,
                  cell: ({ row }: { row: Record<string, unknown>; index: number }) => formatCell(row[head]),
                }))}
                keyOf={({ index }) => String(index)}
                empty="This file has no rows."
              />
            ) : (
              <Code block mah={320} style={{ overflow: 'auto' }} tabIndex={0}>
                {preview.text}
              </Code>
            )}
            {!isWhole && <Text size="xs">The beginning of the file; download it for the rest.</Text>}
          </Stack>
        );
      }}
    </Loaded>
  );
}
