import { Button, Checkbox, Group, Modal, NativeSelect, Stack, Text, TextInput } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useState } from 'react';
import { Failure } from '../parts/failure';
import { EVENTS } from './events';
import { useRecover, useRecoverable, useRecovery, type Listed, type Recovered } from './queries';
import { SPANS } from './spans';
import { counted } from '../parts/text/counted';
import { number } from '../parts/text/numbers';

const STATES = [
  { value: 'exhausted', label: 'given up' },
  { value: 'cancelled', label: 'cancelled' },
  { value: 'succeeded', label: 'arrived' },
];

interface ReplayProps {
  webhook: string;
  /** The current search, which the replay starts from. */
  listed: Listed;
}

/** Sends deliveries of a time span again, by state, event and text. First shows how many there are. */
export function ReplayMany({ webhook, listed }: ReplayProps) {
  const [open, { open: ask, close }] = useDisclosure(false);
  return (
    <>
      <Button variant="default" onClick={ask}>
        Replay many
      </Button>
      <Modal opened={open} onClose={close} title="Replay many" size="lg" closeButtonProps={{ 'aria-label': 'Close' }}>
        <ReplayForm webhook={webhook} listed={listed} />
      </Modal>
    </>
  );
}

function ReplayForm({ webhook, listed }: ReplayProps) {
  // The count and the replay use the same moment, so that later deliveries are left out.
  const [now] = useState(() => Date.now());
  const [span, setSpan] = useState(listed.span || SPANS[1]!.value);
  const [type, setType] = useState(listed.type);
  const [search, setSearch] = useState(listed.search);
  const [states, setStates] = useState([STATES.some(({ value }) => value === listed.state) ? listed.state : 'exhausted']);
  const since = new Date(now - Number(span)).toISOString();
  const criteria = { since, states, ...(type && { types: [type] }), ...(search && { search }) } as Recovered;
  const found = useRecoverable(webhook, criteria);
  const recover = useRecover(webhook);
  const count = found.data?.count ?? 0;
  if (recover.data?.id) return <Progress webhook={webhook} recovery={recover.data.id} />;
  return (
    <Stack>
      <Group grow>
        <NativeSelect label="Sent in the" data={SPANS} value={span} onChange={(event) => setSpan(event.target.value)} />
        <NativeSelect
          label="Event"
          data={[{ value: '', label: 'any' }, ...EVENTS]}
          value={type}
          onChange={(event) => setType(event.target.value)}
        />
      </Group>
      <TextInput
        label="Containing this text, id, status or reason"
        maxLength={200}
        value={search}
        onChange={(event) => setSearch(event.target.value.trim())}
      />
      <Checkbox.Group label="Outcome" value={states} onChange={setStates}>
        <Group mt="xs">
          {STATES.map(({ value, label }) => (
            <Checkbox key={value} value={value} label={label} />
          ))}
        </Group>
      </Checkbox.Group>
      <Text size="sm">
        Each keeps its event id, so that your receiver can recognise it. They go in order, at the rate of the endpoint, behind new
        events.
      </Text>
      {(found.error ?? recover.error) && <Failure error={found.error ?? recover.error} />}
      <Group justify="flex-end">
        <Text size="sm" role="status">
          {states.length === 0 ? 'Choose an outcome.' : counted(count, 'delivery', 'deliveries')}
        </Text>
        <Button
          disabled={count === 0 || states.length === 0}
          loading={recover.isPending}
          onClick={() => recover.mutate(criteria)}
        >
          Send again
        </Button>
      </Group>
    </Stack>
  );
}

function Progress({ webhook, recovery }: { webhook: string; recovery: string }) {
  const { data } = useRecovery(webhook, recovery);
  if (!data) return null;
  const { recovered, count, ended_at } = data;
  return (
    <Text role="status">
      {number(recovered)} of {number(count)} are queued again{ended_at ? '.' : ' …'}
    </Text>
  );
}
