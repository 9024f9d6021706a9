import { Button, Group, Modal, Stack, Text, Title, NativeSelect } from '@mantine/core';
import { useState } from 'react';
import { useLocation, useParams } from 'wouter';
import { Confirm } from '../parts/confirm';
import { Failure } from '../parts/failure';
import { Loaded } from '../parts/loaded';
import { PageFrame } from '../parts/page';
import { EditWebhook } from '../webhooks/edit-webhook';
import { Deliveries } from '../webhooks/deliveries';
import { EndpointState } from '../webhooks/endpoint-state';
import {
  useDeleteWebhook,
  useRotateSecret,
  useStatistics,
  useSwitchWebhook,
  useWebhook,
  type Webhook,
  useTestWebhook,
} from '../webhooks/queries';
import { SecretOnce } from '../webhooks/secret-once';
import { EndpointStatistics } from '../webhooks/statistics';
import { counted } from '../parts/text/counted';
import { EVENTS } from '../webhooks/events';

const STATISTICS_MS = 5_000;

export default function WebhookPage() {
  const { id = '' } = useParams<{ id: string }>();
  const webhook = useWebhook(id);
  const statistics = useStatistics(STATISTICS_MS);
  return (
    <PageFrame
      title={webhook.data?.description ?? 'Webhook'}
      trail={[{ label: 'Webhooks', href: '/webhooks' }]}
      about={webhook.data?.url}
      actions={webhook.data && <Actions of={webhook.data} />}
    >
      <Loaded query={webhook} after={[statistics]}>
        {(data) => (
          <>
            <div>
              <EndpointState of={data} />
              <Text size="sm">Events: {data.events.includes('*') ? 'all' : data.events.join(', ')}</Text>
              <Text size="sm">{limitsOf(data)}</Text>
              {data.filter && (
                <Text size="sm">
                  Filter: <code>{data.filter}</code>
                </Text>
              )}
            </div>
            <EndpointStatistics of={statistics.data?.find(({ webhook_id }) => webhook_id === id)} />
            <TestEvent webhook={id} />
            <Stack gap="xs">
              <Title order={3}>Deliveries</Title>
              <Deliveries webhook={id} />
            </Stack>
          </>
        )}
      </Loaded>
    </PageFrame>
  );
}

function limitsOf({ rate_per_second, max_attempts, header_names }: Webhook): string {
  const attempts =
    typeof max_attempts !== 'number' ? 'the default number of attempts' : `at most ${counted(max_attempts, 'attempt')}`;
  const rate = rate_per_second === null ? 'no rate limit' : `at most ${rate_per_second} per second`;
  const headers = header_names.length === 0 ? 'no custom headers' : `headers ${header_names.join(', ')}`;
  return `Sending: ${attempts}, ${rate}, ${headers}`;
}

function Actions({ of: webhook }: { of: Webhook }) {
  const { id, active } = webhook;
  const [secret, setSecret] = useState<string>();
  const [, navigate] = useLocation();
  const rotate = useRotateSecret(id);
  const turn = useSwitchWebhook(id);
  const remove = useDeleteWebhook(id);
  const leave = async () => {
    await remove.mutateAsync();
    navigate('/webhooks');
  };
  return (
    <Stack gap="xs">
      <Group>
        <EditWebhook of={webhook} />
        <Button variant="default" onClick={() => turn.mutate(!active)} loading={turn.isPending}>
          {active ? 'Switch off' : 'Switch on'}
        </Button>
        <Confirm
          label="Rotate secret"
          title="Rotate the secret?"
          consequence="A new secret is made. For 24 hours deliveries are signed with both, so that your receiver can change over."
          onConfirm={async () => setSecret((await rotate.mutateAsync()).secret)}
        />
        <Confirm
          label="Delete"
          grave
          title="Delete the endpoint?"
          consequence="Its pending deliveries are cancelled."
          onConfirm={leave}
        />
      </Group>
      {turn.isError && <Failure error={turn.error} />}
      <Modal
        opened={secret !== undefined}
        onClose={() => setSecret(undefined)}
        title="The new secret"
        size="lg"
        closeOnClickOutside={false}
        closeButtonProps={{ 'aria-label': 'Close' }}
      >
        {secret && <SecretOnce secret={secret} />}
      </Modal>
    </Stack>
  );
}

/** Sends an example of an event to this endpoint alone. */
function TestEvent({ webhook }: { webhook: string }) {
  const [type, setType] = useState<string>(EVENTS[0]!);
  const test = useTestWebhook(webhook);
  return (
    <>
      <Group align="flex-end">
        <NativeSelect label="Example of" data={[...EVENTS]} value={type} onChange={(event) => setType(event.target.value)} />
        <Button variant="default" onClick={() => test.mutate(type)} loading={test.isPending}>
          Send test event
        </Button>
      </Group>
      {test.isError && <Failure error={test.error} />}
    </>
  );
}
