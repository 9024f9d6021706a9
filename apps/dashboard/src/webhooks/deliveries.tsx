import { Button, Group, Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import { Ago } from '../parts/time/ago';
import { Failure } from '../parts/failure';
import { Loaded } from '../parts/loaded';
import { RowsTable, type Column } from '../parts/rows-table';
import { State, type Tone } from '../parts/state';
import { DeliveryDetails } from './delivery-details';
import { useDeliveries, useRedeliver, type Delivery } from './queries';
import { ReplayFailed } from './replay-failed';

const TONES: Record<Delivery['state'], Tone> = {
  pending: 'busy',
  sending: 'busy',
  retrying: 'warn',
  succeeded: 'good',
  exhausted: 'bad',
  held: 'quiet',
  cancelled: 'quiet',
};

/** What was sent to an endpoint, how it went, and once more. */
export function Deliveries({ webhook }: { webhook: string }) {
  const deliveries = useDeliveries(webhook);
  const redeliver = useRedeliver();
  const [shown, setShown] = useState<string>();
  const [search, setSearch] = useState('');
  const actions: Column<Delivery> = {
    head: 'Actions',
    cell: ({ id }) => (
      <Button.Group>
        <Button size="xs" variant="default" onClick={() => setShown(id)}>
          Details
        </Button>
        <Button size="xs" variant="default" onClick={() => redeliver.mutate(id)}>
          Replay
        </Button>
      </Button.Group>
    ),
  };
  return (
    <>
      {redeliver.isError && <Failure error={redeliver.error} />}
      <Loaded query={deliveries}>
        {(rows) => (
          <>
            <Group align="flex-end" justify="space-between" mb="xs">
              <TextInput
                label="Search"
                type="search"
                placeholder="Event, id, state or status"
                value={search}
                onChange={(event) => setSearch(event.target.value)}
                w={260}
              />
              <ReplayFailed webhook={webhook} deliveries={rows} />
            </Group>
            <RowsTable
              label="Deliveries"
              rows={rows.filter((row) => matches(row, search))}
              columns={[...COLUMNS, actions]}
              keyOf={({ id }) => id}
              empty={
                search ? 'Nothing matches.' : 'Nothing was sent yet. Send a test event, analyse something, or run a pipeline.'
              }
            />
            <DeliveryDetails of={rows.find(({ id }) => id === shown)} onClose={() => setShown(undefined)} />
          </>
        )}
      </Loaded>
    </>
  );
}

function matches({ id, event_id, event_type, state, attempts }: Delivery, search: string): boolean {
  const statuses = attempts.map(({ status, reason }) => status ?? reason);
  return [id, event_id, event_type, state, ...statuses].join(' ').toLowerCase().includes(search.trim().toLowerCase());
}

const COLUMNS: Column<Delivery>[] = [
  {
    head: 'Event',
    cell: ({ event_type, event_id }) => (
      <>
        <b>{event_type}</b>
        <Text size="xs">{event_id}</Text>
      </>
    ),
  },
  {
    head: 'State',
    cell: ({ state, next_attempt_at }) => (
      <>
        <State tone={TONES[state]}>{state}</State>
        {state === 'retrying' && next_attempt_at && (
          <Text size="xs">
            again <Ago at={next_attempt_at} />
          </Text>
        )}
      </>
    ),
  },
  {
    head: 'Attempts',
    cell: ({ attempts }) => {
      const last = attempts.at(-1);
      return last ? `${attempts.length}, the last: ${last.status ?? last.reason ?? 'no answer'}` : 'none yet';
    },
  },
  { head: 'Made', cell: ({ created_at }) => <Ago at={created_at} /> },
];
