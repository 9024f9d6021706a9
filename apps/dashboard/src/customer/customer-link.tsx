import { Alert, Button, Group, Modal, NativeSelect, Stack, Text, TextInput } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useState, type FormEvent } from 'react';
import { wrongWith } from '../api/client';
import { useCreateKey, type KeyRequest } from '../keys/keys';
import { Copyable } from '../parts/copyable';
import { Failure } from '../parts/failure';

const EXPIRIES = [
  { value: '7d', label: 'In 7 days' },
  { value: '30d', label: 'In 30 days' },
  { value: '365d', label: 'In a year' },
];

/** Makes a link for somebody without an account to a page with this project's endpoints, deliveries and usage. */
export function CustomerLink() {
  const [open, { open: ask, close }] = useDisclosure(false);
  const [name, setName] = useState('');
  const [expires_at, setExpiry] = useState('30d');
  const create = useCreateKey();
  const leave = () => {
    close();
    create.reset();
    setName('');
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const body = { name: `Customer page: ${name.trim()}`, scopes: ['customer'], expires_at };
    create.mutate(body as unknown as KeyRequest);
  };
  return (
    <>
      <Button variant="default" onClick={ask}>
        Customer page
      </Button>
      <Modal opened={open} onClose={leave} title="Page for a customer" size="lg" closeButtonProps={{ 'aria-label': 'Close' }}>
        {create.data ? (
          <MadeLink link={`${window.location.origin}/customer#${create.data.key}`} />
        ) : (
          <form onSubmit={submit}>
            <Stack>
              <Text size="sm">
                Anyone with the link sees the webhook endpoints, deliveries and usage of this project, and can change nothing.
              </Text>
              <TextInput
                label="Customer"
                required
                data-autofocus
                maxLength={60}
                value={name}
                error={wrongWith(create.error, 'name')}
                onChange={(event) => setName(event.target.value)}
              />
              <NativeSelect label="Ends" data={EXPIRIES} value={expires_at} onChange={(event) => setExpiry(event.target.value)} />
              {create.isError && <Failure error={create.error} />}
              <Group justify="flex-end">
                <Button type="submit" loading={create.isPending} disabled={name.trim() === ''}>
                  Create link
                </Button>
              </Group>
            </Stack>
          </form>
        )}
      </Modal>
    </>
  );
}

function MadeLink({ link }: { link: string }) {
  return (
    <Stack>
      <Alert variant="light" color="indigo" title="Copy the link now">
        <Text size="sm">It cannot be shown again. To withdraw it, revoke its key on the page API Keys.</Text>
      </Alert>
      <div data-testid="customer-link">
        <Copyable text={link} label="Copy link" />
      </div>
      <Text size="sm">To show it inside your own site, add your site to the frames of PERCEPT_CUSTOMER_PAGE and use this:</Text>
      <Copyable text={`<iframe src="${link}" width="100%" height="800"></iframe>`} label="Copy HTML" />
    </Stack>
  );
}
