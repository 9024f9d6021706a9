import { Anchor, Button, Checkbox, Group, Modal, NativeSelect, Stack, Text, TextInput } from '@mantine/core';
import { useState, type FormEvent } from 'react';
import { useLocation } from 'wouter';
import { wrongWith } from '../api/client';
import { Failure } from '../parts/failure';
import { useCreateCollection, type EntryKind } from './queries';
import { KIND_CHOICES, WORDS } from './words';

/** A button that opens the form for a new collection. */
export function NewCollection() {
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button onClick={() => setOpen(true)}>New collection</Button>
      <Modal opened={open} onClose={() => setOpen(false)} title="New collection" closeButtonProps={{ 'aria-label': 'Close' }}>
        <Form />
      </Modal>
    </>
  );
}

function Form() {
  const [name, setName] = useState('');
  const [kind, setKind] = useState<EntryKind>('pictures');
  const [isKept, setKept] = useState(true);
  const create = useCreateCollection();
  const [, navigate] = useLocation();
  const submit = (event: FormEvent) => {
    event.preventDefault();
    create.mutate({ name, kind, keep_pictures: isKept }, { onSuccess: () => navigate(`/collections/${name}`) });
  };
  return (
    <form onSubmit={submit}>
      <Stack>
        <TextInput
          label="Name"
          description="Small letters, digits, - and _"
          placeholder="front-gate"
          data-autofocus
          value={name}
          error={wrongWith(create.error, 'name')}
          onChange={(event) => setName(event.target.value)}
        />
        <NativeSelect
          label="What it has"
          description={WORDS[kind].about}
          data={[...KIND_CHOICES]}
          value={kind}
          onChange={(event) => setKind(event.target.value as EntryKind)}
        />
        {kind === 'faces' && (
          <Text size="sm">
            Ask people before you keep their faces: <Anchor href="/guide/guides/faces">what the law says</Anchor>.
          </Text>
        )}
        {kind !== 'texts' && (
          <Checkbox
            label="Keep small copies of the pictures, to look at them here"
            checked={isKept}
            onChange={(event) => setKept(event.currentTarget.checked)}
          />
        )}
        {create.isError && <Failure error={create.error} />}
        <Group justify="flex-end">
          <Button type="submit" loading={create.isPending} disabled={name === ''}>
            Create the collection
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
