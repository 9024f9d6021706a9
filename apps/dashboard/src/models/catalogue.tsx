import { Code, Stack, Text, Title } from '@mantine/core';
import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import { answered, api } from '../api/client';
import { Loaded } from '../parts/loaded';
import { RowsTable, type TableColumn } from '../parts/rows-table';
import { megabytes } from './megabytes';
import type { ListedModel } from './model';
import { PullButton } from './pull-button';

const COLUMNS: TableColumn<ListedModel>[] = [
  {
    head: 'Name',
    cell: ({ name, summary, measured }) => (
      <>
        <b>{name}</b>
        <Text size="xs">{summary}</Text>
        <Text size="xs">{measured ? `Measured ${measured}.` : 'Not measured by us.'}</Text>
      </>
    ),
  },
  { head: 'Licence', cell: ({ licence }) => licence },
  { head: 'Task', cell: ({ task }) => task },
  { head: 'Size', cell: ({ bytes }) => <span className="whole">{megabytes(bytes)}</span> },
  { head: 'Pull', cell: (entry) => <PullButton of={entry} /> },
];

/** The models that can be downloaded. Shown after the content above has loaded. */
export function CatalogueSection({ after }: { after: readonly UseQueryResult[] }) {
  const catalogue = useQuery({
    queryKey: ['catalogue'],
    queryFn: async () => (await answered(api.GET('/v2/catalogue'))).models,
  });
  return (
    <Stack gap="xs">
      <Title order={3}>Catalogue</Title>
      <Text size="sm">
        “Pull” downloads and verifies a model, which can then be used without a restart; an interrupted download resumes. On the
        command line:
      </Text>
      <Code block>percept models pull NAME</Code>
      <Loaded query={catalogue} after={after}>
        {(rows) => <RowsTable label="Catalogue" rows={rows} columns={COLUMNS} keyOf={({ name }) => name} />}
      </Loaded>
    </Stack>
  );
}
