import { Anchor, Code, Container, Modal, Stack, Text, Title } from '@mantine/core';
import { useHash } from '@mantine/hooks';
import { useState } from 'react';
import { ApiError, type ErrorBody, type Shapes } from '../api/client';
import { Failure } from '../parts/failure';
import { RowsTable, type TableColumn } from '../parts/rows-table';
import { State, type Tone } from '../parts/state';
import { counted } from '../parts/text/counted';
import { percent } from '../parts/text/numbers';
import { Ago } from '../parts/time/ago';
import { LoadingPlaceholder } from '../parts/waiting';
import { DayBars } from '../usage/bars';
import { Unsent } from '../webhooks/unsent';
import './customer.css';
import { useQuery } from '@tanstack/react-query';
import { whileWatched } from '../api/watched';

type CustomerPage = Shapes['CustomerResponse'];

type Sent = Shapes['DeliveryDetailsResponse'];

const NEWS_MS = 60_000;
const LIVE_MS = 2_000;

const NONE = { requests: 0, errors: 0 };
const TONES: Readonly<Record<string, Tone>> = { succeeded: 'good', failed: 'bad', exhausted: 'bad', cancelled: 'quiet' };

/** The page behind a customer's link: the endpoints, deliveries and usage of their own project. */
export default function Customer() {
  const [hash] = useHash({ getInitialValueInEffect: false });
  const secret = secretOf(hash);
  const page = useCustomerPage(secret);
  if (secret === '') return <NoPage>This link is not complete. Open it again from where it was sent to you.</NoPage>;
  if (page.data && !page.isError) return <Shown page={page.data} secret={secret} />;
  if (!page.isError) return <LoadingPlaceholder />;
  if (page.error instanceof ApiError && [401, 403, 404].includes(page.error.status))
    return <NoPage>This link has expired or was withdrawn. Ask for a new one.</NoPage>;
  return (
    <Container py="xl">
      <Failure error={page.error} />
    </Container>
  );
}

function NoPage({ children }: { children: string }) {
  return (
    <Container component="main" py="xl">
      <Title order={2}>Page not found</Title>
      <Text>{children}</Text>
    </Container>
  );
}

function Shown({ page, secret }: { page: CustomerPage; secret: string }) {
  const { name, colour, project, expires_at, webhooks, deliveries, usage } = page;
  const requests = usage.reduce((sum, day) => sum + day.requests, 0);
  return (
    <div className="customer" style={{ '--customer': colour } as object}>
      <header>
        <Container>
          <Title order={1} size="h3">
            {name}
          </Title>
          <Text size="sm">{project}</Text>
        </Container>
      </header>
      <Container component="main" py="lg">
        <Stack gap="lg">
          <Stack gap="xs">
            <Title order={2} size="h3">
              Webhook endpoints
            </Title>
            <RowsTable label="Endpoints" rows={webhooks} columns={ENDPOINTS} keyOf={({ id }) => id} empty="No endpoints yet." />
          </Stack>
          <Deliveries rows={deliveries} secret={secret} />
          <Stack gap="xs">
            <Title order={2} size="h3">
              Usage
            </Title>
            <Text size="sm">{counted(requests, 'request')} in the last 30 days</Text>
            <DayBars days={usage.map((day) => ({ ...day, dashboard: NONE }))} />
          </Stack>
          {expires_at && (
            <Text size="xs">
              This page is available until {new Date(expires_at).toLocaleDateString(undefined, { dateStyle: 'long' })}.
            </Text>
          )}
        </Stack>
      </Container>
    </div>
  );
}

const ENDPOINTS: TableColumn<CustomerPage['webhooks'][number]>[] = [
  {
    head: 'Endpoint',
    cell: ({ url, description }) => (
      <>
        <b>{description ?? url}</b>
        {description && <div>{url}</div>}
      </>
    ),
  },
  { head: 'Events', cell: ({ events }) => (events.includes('*') ? 'all' : events.join(', ')) },
  {
    head: '24 hours',
    cell: ({ success_rate: rate, attempts }) =>
      rate === null ? 'no deliveries' : `${percent(rate)} of ${counted(attempts, 'attempt')} accepted`,
  },
  {
    head: 'State',
    cell: ({ active }) => <State tone={active ? 'good' : 'quiet'}>{active ? 'active' : 'paused'}</State>,
  },
];

function Deliveries({ rows, secret }: { rows: CustomerPage['deliveries']; secret: string }) {
  const [id, setId] = useState<string>();
  const sent = useSent(secret, id);
  const columns: TableColumn<CustomerPage['deliveries'][number]>[] = [
    {
      head: 'Event',
      cell: (row) => (
        <Anchor component="button" type="button" size="sm" ta="left" onClick={() => setId(row.id)}>
          {row.event_type}
        </Anchor>
      ),
    },
    { head: 'State', cell: ({ state }) => <State tone={TONES[state] ?? 'busy'}>{state}</State> },
    {
      head: 'Response',
      cell: ({ status, attempts }) => (attempts > 0 ? `${status ?? 'none'} after ${counted(attempts, 'attempt')}` : '–'),
    },
    { head: 'Sent', cell: ({ created_at }) => <Ago at={created_at} /> },
  ];
  return (
    <Stack gap="xs">
      <Title order={2} size="h3">
        Deliveries
      </Title>
      <RowsTable label="Deliveries" rows={rows} columns={columns} keyOf={(row) => row.id} empty="Nothing was sent yet." />
      <Modal
        opened={id !== undefined}
        onClose={() => setId(undefined)}
        title="Delivery"
        size="lg"
        closeButtonProps={{ 'aria-label': 'Close' }}
      >
        {sent.isError ? <Failure error={sent.error} /> : sent.data ? <Details of={sent.data} /> : <LoadingPlaceholder />}
      </Modal>
    </Stack>
  );
}

function Details({ of: sent }: { of: Sent }) {
  const { attempts, payload } = sent;
  return (
    <Stack gap="xs">
      <Unsent of={sent} />
      {attempts.map(({ number, at, status, reason, duration_ms }) => (
        <Text size="sm" key={number}>
          Attempt {number}, <Ago at={at} />: {status ?? reason ?? 'no response'}, {duration_ms.toLocaleString('en')} ms
        </Text>
      ))}
      <Code block mah={400} tabIndex={0} className="scrolled">
        {JSON.stringify(payload, null, 2)}
      </Code>
    </Stack>
  );
}

/** The secret of the link. It comes after the `#`, which browsers never send to a server. */
const secretOf = (hash: string): string => hash.replace(/^#/, '');

async function ask<T>(secret: string, path: string): Promise<T> {
  // Sends no cookie: even for a signed-in administrator, the page shows only what the link may see.
  const response = await fetch(path, { headers: { authorization: `Bearer ${secret}` }, credentials: 'omit' });
  if (!response.ok) throw new ApiError(response.status, (await response.json().catch(() => ({}))) as ErrorBody);
  return (await response.json()) as T;
}

const useCustomerPage = (secret: string) =>
  useQuery({
    queryKey: ['customer', secret],
    queryFn: () => ask<CustomerPage>(secret, '/v2/customer'),
    enabled: secret !== '',
    retry: false,
    refetchInterval: ({ state: { error } }) => (error ? false : NEWS_MS),
  });

const useSent = (secret: string, id: string | undefined) =>
  useQuery({
    queryKey: ['customer-delivery', secret, id],
    queryFn: () => ask<Sent>(secret, `/v2/customer/deliveries/${id}`),
    enabled: id !== undefined,
    retry: false,
    // Polls until the delivery has ended.
    refetchInterval: ({ state: { data, error } }) => (error || data?.ended_at ? false : whileWatched(LIVE_MS)()),
  });
