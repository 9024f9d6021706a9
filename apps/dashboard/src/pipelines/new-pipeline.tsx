import { Button, Group, Modal, Stack, TextInput } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useState, type FormEvent } from 'react';
import { useLocation } from 'wouter';

const NAME = /^[A-Za-z0-9][A-Za-z0-9_-]{0,62}$/;

/** Asks for a name and opens the editor. */
export function NewPipeline() {
  const [open, { open: ask, close }] = useDisclosure(false);
  const [name, setName] = useState('');
  const [, navigate] = useLocation();
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (NAME.test(name)) navigate(`/pipelines/${name}?new`);
  };
  return (
    <>
      <Button onClick={ask}>New pipeline</Button>
      <Modal opened={open} onClose={close} title="New pipeline" closeButtonProps={{ 'aria-label': 'Close' }}>
        <form onSubmit={submit}>
          <Stack>
            <TextInput
              label="Name"
              description="Letters, digits, _ and -: it is part of its address"
              data-autofocus
              value={name}
              error={name !== '' && !NAME.test(name) ? 'Letters, digits, _ and - only, 63 at most' : undefined}
              onChange={(event) => setName(event.target.value)}
            />
            <Group justify="flex-end">
              <Button type="submit" disabled={!NAME.test(name)}>
                Write it
              </Button>
            </Group>
          </Stack>
        </form>
      </Modal>
    </>
  );
}
