import { Code, Modal, Stack, Text, Title } from '@mantine/core';
import { Ago } from '../parts/time/ago';
import { Copyable } from '../parts/copyable';
import { Loaded } from '../parts/loaded';
import { useDelivery, type Delivery } from './queries';

/** What was sent, and what each attempt was answered with. */
export function DeliveryDetails({ of: delivery, onClose }: { of: Delivery | undefined; onClose: () => void }) {
  return (
    <Modal
      opened={delivery !== undefined}
      onClose={onClose}
      title={delivery?.event_type}
      size="xl"
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      {delivery && (
        <Stack>
          <Payload of={delivery.id} />
          <Title order={3}>Attempts</Title>
          {delivery.attempts.length === 0 && <Text size="sm">None yet.</Text>}
          {delivery.attempts.map((attempt) => (
            <Attempt key={attempt.number} of={attempt} />
          ))}
        </Stack>
      )}
    </Modal>
  );
}

function Payload({ of: id }: { of: string }) {
  const detail = useDelivery(id, true);
  return (
    <>
      <Title order={3}>Payload</Title>
      <Loaded query={detail}>
        {({ payload }) => <Copyable text={JSON.stringify(payload, null, 2)} label="Copy payload" maxHeight={260} />}
      </Loaded>
    </>
  );
}

function Attempt({ of: { number, at, duration_ms, status, reason, response_body } }: { of: Delivery['attempts'][number] }) {
  return (
    <Stack gap={4}>
      <Text size="sm">
        <b>
          {number}. {status ?? 'no answer'}
        </b>{' '}
        in {duration_ms} ms, <Ago at={at} />
        {reason && `: ${reason}`}
      </Text>
      {response_body && (
        <Code block mah={160} tabIndex={0} style={{ overflow: 'auto' }}>
          {response_body}
        </Code>
      )}
    </Stack>
  );
}
