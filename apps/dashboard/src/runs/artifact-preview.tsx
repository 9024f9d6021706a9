import { Code, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Loaded } from '../parts/loaded';
import { RowsTable } from '../parts/rows-table';
import { cellOf } from '../playground/any/findings';
import { beginningOf } from './beginning';
import { previewOf } from './preview';

/** The first rows of a file that a run wrote, or the picture if it is one. */
export function ArtifactPreview({ address, name }: { address: string; name: string }) {
  if (/\.(png|jpe?g|webp|svg)$/i.test(name)) return <img src={address} alt={name} style={{ maxWidth: '100%' }} />;
  return <TextPreview address={address} name={name} />;
}

function TextPreview({ address, name }: { address: string; name: string }) {
  const beginning = useQuery({ queryKey: ['artifact', address], queryFn: () => beginningOf(address), staleTime: 60_000 });
  return (
    <Loaded query={beginning}>
      {({ text, isWhole }) => {
        const preview = previewOf(name, text, isWhole);
        return (
          <Stack gap="xs">
            {preview.rows ? (
              <RowsTable
                label={`First rows of ${name}`}
                rows={preview.rows.map((row, index) => ({ row, index }))}
                columns={preview.columns.map((head) => ({
                  head,
                  cell: ({ row }: { row: Record<string, unknown>; index: number }) => cellOf(row[head]),
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
