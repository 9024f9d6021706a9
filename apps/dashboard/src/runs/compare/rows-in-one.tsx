import { Code, Stack, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Loaded } from '../../parts/loaded';
import type { RunDetail } from '../../pipelines/answers';
import { loadBeginning } from '../beginning';
import { previewFile } from '../preview';
import { fileName, onlyIn } from './differences';
import { counted } from '../../parts/text/counted';

const MAX_SHOWN = 5;

/** Rows that only one of two runs wrote, among the first rows of a file. */
export function RowsInOne({ one, other }: { one: RunDetail; other: RunDetail }) {
  const both = one.outputs.flatMap((output) => {
    const before = other.outputs.find(({ name }) => fileName(name) === fileName(output.name));
    return before ? [{ output, before }] : [];
  });
  return both.map(({ output, before }) => (
    <Rows key={output.name} name={output.name} addresses={[addressOf(one.id, output.name), addressOf(other.id, before.name)]} />
  ));
}

const addressOf = (run: string, name: string): string => `/v2/runs/${run}/artifacts/${encodeURIComponent(name)}`;

async function rowsOf(address: string, name: string): Promise<{ rows: Record<string, unknown>[] | undefined; isWhole: boolean }> {
  const { text, isWhole } = await loadBeginning(address);
  return { rows: previewFile(name, text, isWhole, Infinity).rows, isWhole };
}

function Rows({ name, addresses }: { name: string; addresses: [string, string] }) {
  const rows = useQuery({
    queryKey: ['artifacts', ...addresses],
    queryFn: () => Promise.all([rowsOf(addresses[0], name), rowsOf(addresses[1], name)]),
    staleTime: 60_000,
  });
  return (
    <Stack gap="xs">
      <Title order={3}>Rows of {name}</Title>
      <Loaded query={rows}>
        {([these, those]) =>
          these.rows && those.rows ? (
            <>
              {!(these.isWhole && those.isWhole) && <Text size="sm">Only the first 64 KB of each file are compared.</Text>}
              <Only title="Only in this run" rows={onlyIn(these.rows, those.rows)} />
              <Only title="Only in the other" rows={onlyIn(those.rows, these.rows)} />
            </>
          ) : (
            <Text size="sm">Only rows can be compared here. Download both files.</Text>
          )
        }
      </Loaded>
    </Stack>
  );
}

function Only({ title, rows }: { title: string; rows: readonly object[] }) {
  if (rows.length === 0) return <Text size="sm">{title}: none.</Text>;
  const more = rows.length - MAX_SHOWN;
  return (
    <div>
      <Text size="sm">
        {title}: {counted(rows.length, 'row')}
      </Text>
      <Code block mah={240} tabIndex={0} style={{ overflow: 'auto' }} aria-label={title} role="group">
        {rows
          .slice(0, MAX_SHOWN)
          .map((row) => JSON.stringify(row))
          .join('\n')}
        {more > 0 && `\n… ${more} more`}
      </Code>
    </div>
  );
}
