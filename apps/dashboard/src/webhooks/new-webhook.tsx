import { Button, Group, Modal, Stack } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useState, type FormEvent } from 'react';
import { Failure } from '../parts/failure';
import { toEndpointBody, toEndpointDraft, EndpointFields } from './endpoint-fields';
import { useCreateWebhook } from './queries';
import { SecretOnce } from './secret-once';

/** Asks for an endpoint, and shows its secret. */
export function NewWebhook() {
  const [open, { open: ask, close }] = useDisclosure(false);
  const [draft, setDraft] = useState(() => toEndpointDraft());
  const create = useCreateWebhook();
  const leave = () => {
    close();
    create.reset();
    setDraft(toEndpointDraft());
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    create.mutate(toEndpointBody(draft));
  };
  return (
    <>
      <Button onClick={ask}>New endpoint</Button>
      <Modal
        opened={open}
        onClose={leave}
        title={create.data ? 'The endpoint is created' : 'New endpoint'}
        size="lg"
        closeOnClickOutside={!create.data}
        closeButtonProps={{ 'aria-label': 'Close' }}
      >
        {create.data ? (
          <SecretOnce secret={create.data.secret} />
        ) : (
          <form onSubmit={submit}>
            <Stack>
              <EndpointFields draft={draft} change={(changes) => setDraft({ ...draft, ...changes })} error={create.error} />
              {create.isError && <Failure error={create.error} />}
              <Group justify="flex-end">
                <Button type="submit" loading={create.isPending} disabled={draft.url.trim() === ''}>
                  Create endpoint
                </Button>
              </Group>
            </Stack>
          </form>
        )}
      </Modal>
    </>
  );
}
