import { Button, Checkbox, Group, Modal, NativeSelect, Stack, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useState } from 'react';
import { Failure } from '../parts/failure';
import { EVENTS } from './events';
import { useRecover, useRecoverable, useRecovery, type Recovered } from './queries';

const HOUR_MS = 3_600_000;
const SPANS: { value: string; label: string }[] = [
  { value: String(HOUR_MS), label: 'last hour' },
  { value: String(24 * HOUR_MS), label: 'last 24 hours' },
  { value: String(7 * 24 * HOUR_MS), label: 'last 7 days' },
  { value: String(30 * 24 * HOUR_MS), label: 'last 30 days' },
];
const STATES = [
  { value: 'exhausted', label: 'given up' },
  { value: 'cancelled', label: 'cancelled' },
  { value: 'succeeded', label: 'arrived' },
];

/** Sends again what was sent in some time, by its state and event; says before how much that is. */
export function ReplayMany({ webhook }: { webhook: string }) {
  const [open, { open: ask, close }] = useDisclosure(false);
  return (
    <>
      <Button variant="default" onClick={ask}>
        Replay many
      </Button>
      <Modal opened={open} onClose={close} title="Replay many" size="lg" closeButtonProps={{ 'aria-label': 'Close' }}>
        <ReplayForm webhook={webhook} />
      </Modal>
    </>
  );
}

function ReplayForm({ webhook }: { webhook: string }) {
  // One moment for the count and for what is sent: what comes meanwhile is left out.
  const [now] = useState(() => Date.now());
  const [span, setSpan] = useState(SPANS[1]!.value);
  const [type, setType] = useState('');
  const [states, setStates] = useState<string[]>(['exhausted']);
  const since = new Date(now - Number(span)).toISOString();
  const criteria = { since, states, ...(type && { types: [type] }) } as Recovered;
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
      <Checkbox.Group label="What became of them" value={states} onChange={setStates}>
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
          {states.length === 0
            ? 'Choose what became of them.'
            : found.data && count === 1
              ? '1 delivery'
              : `${count.toLocaleString()} deliveries`}
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
      {recovered.toLocaleString()} of {count.toLocaleString()} are queued again{ended_at ? '.' : ' …'}
    </Text>
  );
}
