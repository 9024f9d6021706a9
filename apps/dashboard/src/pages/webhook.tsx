import { Button, Group, Modal, Stack, Text, Title } from '@mantine/core';
import { useState } from 'react';
import { useLocation, useParams } from 'wouter';
import { Confirm } from '../parts/confirm';
import { Failure } from '../parts/failure';
import { Loaded } from '../parts/loaded';
import { Page } from '../parts/page';
import { EditWebhook } from '../webhooks/edit-webhook';
import { Deliveries } from '../webhooks/deliveries';
import { EndpointState } from '../webhooks/endpoint-state';
import { useDeleteWebhook, useRotateSecret, useSwitchWebhook, useWebhook, type Webhook } from '../webhooks/queries';
import { SecretOnce } from '../webhooks/secret-once';
import { TestEvent } from '../webhooks/test-event';

export default function WebhookPage() {
  const { id = '' } = useParams<{ id: string }>();
  const webhook = useWebhook(id);
  return (
    <Page
      title={webhook.data?.description ?? 'Webhook'}
      trail={[{ label: 'Webhooks', href: '/webhooks' }]}
      about={webhook.data?.url}
      actions={webhook.data && <Actions of={webhook.data} />}
    >
      <Loaded query={webhook}>
        {(data) => (
          <>
            <div>
              <EndpointState of={data} />
              <Text size="sm">Events: {data.events.includes('*') ? 'all' : data.events.join(', ')}</Text>
              {data.filter && (
                <Text size="sm">
                  Filter: <code>{data.filter}</code>
                </Text>
              )}
            </div>
            <TestEvent webhook={id} />
            <Stack gap="xs">
              <Title order={3}>Deliveries</Title>
              <Deliveries webhook={id} />
            </Stack>
          </>
        )}
      </Loaded>
    </Page>
  );
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
          consequence="What waits for it is given up."
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
