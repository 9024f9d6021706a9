import { Code, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { InputError } from '../api/input-error';
import { Loaded } from '../parts/loaded';
import { RowsTable } from '../parts/rows-table';
import { cellOf } from '../playground/any/findings';
import { previewOf } from './preview';

const MAX_BYTES = 64 * 1024;

/** The beginning of a text, without the rest of the file. @throws InputError */
async function beginningOf(address: string): Promise<{ text: string; isWhole: boolean }> {
  const response = await fetch(address);
  if (!response.ok || !response.body) throw new InputError(`The file cannot be read: the service answered ${response.status}.`);
  const reader = response.body.getReader();
  const decoder = new TextDecoder();
  let [text, bytes] = ['', 0];
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return { text, isWhole: true };
    text += decoder.decode(value, { stream: true });
    bytes += value.length;
    if (bytes < MAX_BYTES) continue;
    await reader.cancel();
    return { text, isWhole: false };
  }
}

/** The first rows of a file that a run wrote, or its picture. */
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
                empty="It has no rows."
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
