import { Button, Group, NativeSelect, Text, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useState } from 'react';
import { Ago } from '../parts/time/ago';
import { Failure } from '../parts/failure';
import { Loaded } from '../parts/loaded';
import { RowsTable, type TableColumn } from '../parts/rows-table';
import { State, type Tone } from '../parts/state';
import { DeliveryDetails } from './delivery-details';
import { useDeliveries, useRedeliver, type Delivery, type Listed } from './queries';
import { EVENTS } from './events';
import { ReplayMany } from './replay-many';
import { SPANS } from './spans';

const TONES: Record<Delivery['state'], Tone> = {
  pending: 'busy',
  sending: 'busy',
  retrying: 'warn',
  succeeded: 'good',
  exhausted: 'bad',
  held: 'quiet',
  cancelled: 'quiet',
};

const PAGE = 50;
/** The most deliveries that the service lists at once. */
const MOST = 200;
/** A search is sent when nobody has typed for this long. */
const TYPED_MS = 300;

/** The deliveries to an endpoint and their results, with a way to send them again. */
export function Deliveries({ webhook }: { webhook: string }) {
  const [listed, setListed] = useState<Listed>({ state: '', type: '', span: '', search: '', limit: PAGE });
  const [searched] = useDebouncedValue(listed, TYPED_MS);
  const deliveries = useDeliveries(webhook, searched);
  const change = (changes: Partial<Listed>): void => setListed({ ...listed, ...changes, limit: PAGE });
  const redeliver = useRedeliver();
  const [shown, setShown] = useState<string>();
  const actions: TableColumn<Delivery> = {
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
            <Group align="flex-end" mb="xs">
              <TextInput
                label="Search"
                type="search"
                placeholder="Text, id, status or reason"
                maxLength={200}
                value={listed.search}
                onChange={(event) => change({ search: event.target.value.trimStart() })}
                w={220}
              />
              <Choices listed={listed} onChange={change} />
              <ReplayMany webhook={webhook} listed={listed} />
            </Group>
            <RowsTable
              label="Deliveries"
              rows={rows}
              columns={[...COLUMNS, actions]}
              keyOf={({ id }) => id}
              empty={
                searched.search || searched.state || searched.type || searched.span
                  ? 'No deliveries match.'
                  : 'Nothing was sent yet. Send a test event, analyse something, or run a pipeline.'
              }
            />
            {rows.length === listed.limit && listed.limit < MOST && (
              <Button variant="default" mt="xs" onClick={() => setListed({ ...listed, limit: MOST })}>
                Show more
              </Button>
            )}
            <DeliveryDetails of={rows.find(({ id }) => id === shown)} onClose={() => setShown(undefined)} />
          </>
        )}
      </Loaded>
    </>
  );
}

interface ChoicesProps {
  listed: Listed;
  onChange: (changes: Partial<Listed>) => void;
}

function Choices({ listed: { state, type, span }, onChange }: ChoicesProps) {
  return (
    <>
      <NativeSelect
        label="State"
        data={[{ value: '', label: 'any' }, ...Object.keys(TONES)]}
        value={state}
        onChange={(event) => onChange({ state: event.target.value })}
      />
      <NativeSelect
        label="Event"
        data={[{ value: '', label: 'any' }, ...EVENTS]}
        value={type}
        onChange={(event) => onChange({ type: event.target.value })}
      />
      <NativeSelect
        label="Created in the"
        data={[{ value: '', label: 'any time' }, ...SPANS]}
        value={span}
        onChange={(event) => onChange({ span: event.target.value })}
      />
    </>
  );
}

const COLUMNS: TableColumn<Delivery>[] = [
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
  { head: 'Created', cell: ({ created_at }) => <Ago at={created_at} /> },
];
