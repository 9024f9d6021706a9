import { Anchor, Code, Group, Stack, Text, Title } from '@mantine/core';
import { Link } from 'wouter';
import { CustomerLink } from '../customer/customer-link';
import { Empty } from '../parts/empty';
import { Loaded } from '../parts/loaded';
import { PageFrame } from '../parts/page';
import { RowsTable, type TableColumn } from '../parts/rows-table';
import { EndpointState } from '../webhooks/endpoint-state';
import { InShort } from '../webhooks/statistics';
import { NewWebhook } from '../webhooks/new-webhook';
import { useStatistics, useWebhooks, type Statistics, type Webhook, useFilterTest } from '../webhooks/queries';
import type { UseQueryResult } from '@tanstack/react-query';
import { Copyable } from '../parts/copyable';

const columns = (statistics: readonly Statistics[]): TableColumn<Webhook>[] => [
  {
    head: 'Endpoint',
    cell: ({ id, url, description }) => (
      <>
        <Anchor component={Link} href={`/webhooks/${id}`} size="sm" fw={600}>
          {description ?? url}
        </Anchor>
        {description && <div>{url}</div>}
      </>
    ),
  },
  { head: 'Events', cell: ({ events }) => (events.includes('*') ? 'all' : events.join(', ')) },
  { head: '24 hours', cell: ({ id }) => <InShort of={statistics.find(({ webhook_id }) => webhook_id === id)} /> },
  { head: 'State', cell: (webhook) => <EndpointState of={webhook} /> },
];

export default function Webhooks() {
  const webhooks = useWebhooks();
  const statistics = useStatistics();
  return (
    <PageFrame
      title="Webhooks"
      about="Percept posts signed events to your endpoints and retries until they arrive."
      actions={
        <Group>
          <CustomerLink />
          <NewWebhook />
        </Group>
      }
    >
      <Loaded query={webhooks} after={[statistics]}>
        {(rows) =>
          rows.length > 0 ? (
            <RowsTable label="Endpoints" rows={rows} columns={columns(statistics.data ?? [])} keyOf={({ id }) => id} />
          ) : (
            <Empty title="No endpoints yet">
              An endpoint is a URL of yours that takes POST requests. To try it on this machine, start a receiver that checks
              signatures and prints what comes, with <code>PERCEPT_WEBHOOK_ALLOW_LOOPBACK=true</code> set for the service:
              <Code block mt="xs">
                percept webhooks listen --secret SECRET
              </Code>
            </Empty>
          )
        }
      </Loaded>
      <EventCatalogue after={[webhooks, statistics]} />
    </PageFrame>
  );
}

/** Every event with a sample body and the address of its schema. Shown after the content above has loaded. */
function EventCatalogue({ after }: { after: readonly UseQueryResult[] }) {
  const samples = useFilterTest('');
  return (
    <Stack gap="xs">
      <Title order={3}>Event catalogue</Title>
      <Loaded query={samples} after={after}>
        {({ events }) => (
          <Stack gap="xs">
            {events
              .filter(({ source }) => source === 'example')
              .map(({ type, data }) => (
                <details key={type}>
                  <summary>
                    <Text span size="sm" fw={600}>
                      {type}
                    </Text>
                  </summary>
                  <Stack gap="xs" mt="xs">
                    <Copyable
                      text={JSON.stringify({ id: 'evt_…', type, created_at: '2026-01-31T12:00:00.000Z', data }, null, 2)}
                      label="Copy sample"
                      maxHeight={320}
                    />
                    <Anchor href={`/v1/events/schemas/${type}`} size="sm">
                      JSON Schema of {type}
                    </Anchor>
                  </Stack>
                </details>
              ))}
          </Stack>
        )}
      </Loaded>
    </Stack>
  );
}
