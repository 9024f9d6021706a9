import { Anchor, Code, Group } from '@mantine/core';
import { Link } from 'wouter';
import { CustomerLink } from '../customer/customer-link';
import { Empty } from '../parts/empty';
import { Loaded } from '../parts/loaded';
import { Page } from '../parts/page';
import { RowsTable, type Column } from '../parts/rows-table';
import { EventCatalogue } from '../webhooks/catalogue';
import { EndpointState } from '../webhooks/endpoint-state';
import { InShort } from '../webhooks/statistics';
import { NewWebhook } from '../webhooks/new-webhook';
import { useStatistics, useWebhooks, type Statistics, type Webhook } from '../webhooks/queries';

const columns = (statistics: readonly Statistics[]): Column<Webhook>[] => [
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
    <Page
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
    </Page>
  );
}
