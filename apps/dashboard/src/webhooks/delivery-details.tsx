import { Code, Modal, Stack, Text, Title } from '@mantine/core';
import { Ago } from '../parts/time/ago';
import { Copyable } from '../parts/copyable';
import { Loaded } from '../parts/loaded';
import { useDelivery, type Delivery } from './queries';
import { Unsent } from './unsent';

/** The sent content, and the answer to each attempt. */
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
          <Unsent of={delivery} />
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

function Headers({ name, of: headers }: { name: string; of: Record<string, unknown> | null | undefined }) {
  if (!headers || Object.keys(headers).length === 0) return null;
  return (
    <details>
      <summary>
        <Text span size="sm">
          {name}
        </Text>
      </summary>
      <Code block tabIndex={0} style={{ overflow: 'auto' }}>
        {Object.entries(headers)
          .map(([header, value]) => `${header}: ${String(value)}`)
          .join('\n')}
      </Code>
    </details>
  );
}

function Attempt({ of: attempt }: { of: Delivery['attempts'][number] }) {
  const { number, at, duration_ms, status, reason, response_body } = attempt;
  return (
    <Stack gap={4}>
      <Text size="sm">
        <b>
          {number}. {status ?? 'no answer'}
        </b>{' '}
        in {duration_ms} ms, <Ago at={at} />
        {reason && `: ${reason}`}
      </Text>
      <Headers name="Request headers" of={attempt.request_headers} />
      <Headers name="Response headers" of={attempt.response_headers} />
      {response_body && (
        <Code block mah={160} tabIndex={0} style={{ overflow: 'auto' }}>
          {response_body}
        </Code>
      )}
    </Stack>
  );
}
