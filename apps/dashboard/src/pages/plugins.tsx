import { Alert, Anchor, Code, List, Stack, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'wouter';
import { answered, api, type Shapes } from '../api/client';
import { Loaded } from '../parts/loaded';
import { PageFrame } from '../parts/page';
import { RowsTable, type TableColumn } from '../parts/rows-table';

type Capability = Shapes['PluginsResponse']['plugins'][number]['capabilities'][number];

const COLUMNS: TableColumn<Capability>[] = [
  { head: 'Capability', cell: ({ id }) => <b>{id}</b> },
  { head: 'What it does', cell: ({ summary }) => summary },
  {
    head: 'Request',
    cell: ({ path }) => (
      <Anchor href={`/docs#/POST${path}`} size="sm" ff="monospace">
        POST {path}
      </Anchor>
    ),
  },
  {
    head: 'Try it',
    cell: ({ id }) => (
      <Anchor component={Link} href={`/playground?capability=${encodeURIComponent(id)}`} size="sm" aria-label={`Try it: ${id}`}>
        Try it
      </Anchor>
    ),
  },
];

const WIDTHS = [22, 38, 31, 9];

export default function PluginsPage() {
  const plugins = useQuery({ queryKey: ['plugins'], queryFn: () => answered(api.GET('/v2/plugins')) });
  return (
    <PageFrame title="Plugins" about="Plugins add capabilities. Each capability is a REST route, a pipeline step and a command.">
      <Loaded query={plugins}>
        {({ plugins: loaded, left_out }) => (
          <Stack gap="xl">
            {left_out.length > 0 && (
              <Alert color="red" variant="light" title="Not loaded">
                <List size="sm">
                  {left_out.map(({ source, reason }) => (
                    <List.Item key={source}>
                      <code>{source}</code>: {reason}
                    </List.Item>
                  ))}
                </List>
              </Alert>
            )}
            {loaded.map(({ name, version, percept, docs, capabilities }) => (
              <Stack gap="xs" key={name}>
                <Title order={3}>{name}</Title>
                <Text size="xs">
                  Version {version}
                  {percept && `, for Percept ${percept}`}
                  {docs && (
                    <>
                      {' · '}
                      <Anchor href={docs} size="xs" target="_blank" rel="noreferrer">
                        Documentation of {name}
                      </Anchor>
                    </>
                  )}
                </Text>
                <RowsTable
                  label={`Capabilities of ${name}`}
                  rows={capabilities}
                  columns={COLUMNS}
                  keyOf={({ id }) => id}
                  widths={WIDTHS}
                />
              </Stack>
            ))}
            <Stack gap="xs">
              <Title order={3}>Write one of your own</Title>
              <Code block>{'percept plugin new NAME\npercept plugin dev DIR'}</Code>
              <Text size="sm">
                <code>PERCEPT_PLUGINS</code> or <code>percept.yaml</code> names the packages and folders that are loaded.
              </Text>
            </Stack>
          </Stack>
        )}
      </Loaded>
    </PageFrame>
  );
}
