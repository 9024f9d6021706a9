import { Button, Checkbox, Group, Modal, Stack, TextInput } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useState, type FormEvent } from 'react';
import { wrongWith } from '../api/client';
import { Failure } from '../parts/failure';
import { EVENTS } from './events';
import { useCreateWebhook } from './queries';
import { SecretOnce } from './secret-once';

/** Asks for an endpoint, and shows its secret. */
export function NewWebhook() {
  const [open, { open: ask, close }] = useDisclosure(false);
  const [url, setUrl] = useState('');
  const [description, setDescription] = useState('');
  const [events, setEvents] = useState<string[]>([]);
  const create = useCreateWebhook();
  const leave = () => {
    close();
    create.reset();
    setUrl('');
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    create.mutate({ url, events: events.length > 0 ? events : ['*'], ...(description && { description }) });
  };
  return (
    <>
      <Button onClick={ask}>New endpoint</Button>
      <Modal
        opened={open}
        onClose={leave}
        title={create.data ? 'The endpoint is there' : 'New endpoint'}
        size="lg"
        closeOnClickOutside={!create.data}
        closeButtonProps={{ 'aria-label': 'Close' }}
      >
        {create.data ? (
          <SecretOnce secret={create.data.secret} />
        ) : (
          <form onSubmit={submit}>
            <Stack>
              <TextInput
                label="URL"
                description="https, of the public internet: deliveries are posted to it"
                placeholder="https://example.com/hooks"
                required
                data-autofocus
                value={url}
                error={wrongWith(create.error, 'url')}
                onChange={(event) => setUrl(event.target.value)}
              />
              <TextInput label="Description" value={description} onChange={(event) => setDescription(event.target.value)} />
              <Checkbox.Group label="Events" description="None chosen: all of them" value={events} onChange={setEvents}>
                <Stack gap="xs" mt="xs">
                  {EVENTS.map((each) => (
                    <Checkbox key={each} value={each} label={each} />
                  ))}
                </Stack>
              </Checkbox.Group>
              {create.isError && <Failure error={create.error} />}
              <Group justify="flex-end">
                <Button type="submit" loading={create.isPending} disabled={url.trim() === ''}>
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
