import { Button, Group, Modal, Stack } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useState, type FormEvent } from 'react';
import { Failure } from '../parts/failure';
import { toEndpointBody, toEndpointDraft, EndpointFields } from './endpoint-fields';
import { useEditWebhook, type Webhook } from './queries';
import { SecretOnce } from './secret-once';

/** Changes an endpoint. Only the names of its custom headers are known, so all of them are replaced together. */
export function EditWebhook({ of: webhook }: { of: Webhook }) {
  const [open, { open: ask, close }] = useDisclosure(false);
  return (
    <>
      <Button variant="default" onClick={ask}>
        Edit
      </Button>
      <Modal opened={open} onClose={close} title="Edit the endpoint" size="lg" closeButtonProps={{ 'aria-label': 'Close' }}>
        <EditForm of={webhook} onDone={close} />
      </Modal>
    </>
  );
}

function EditForm({ of: webhook, onDone }: { of: Webhook; onDone: () => void }) {
  const [draft, setDraft] = useState(() => toEndpointDraft(webhook));
  const edit = useEditWebhook(webhook.id);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    edit.mutate(toEndpointBody(draft), { onSuccess: ({ secret }) => !secret && onDone() });
  };
  if (edit.data?.secret) return <SecretOnce secret={edit.data.secret} />;
  return (
    <form onSubmit={submit}>
      <Stack>
        <EndpointFields
          draft={draft}
          change={(changes) => setDraft({ ...draft, ...changes })}
          error={edit.error}
          webhook={webhook}
        />
        {edit.isError && <Failure error={edit.error} />}
        <Group justify="flex-end">
          <Button type="submit" loading={edit.isPending} disabled={draft.url.trim() === ''}>
            Save
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
