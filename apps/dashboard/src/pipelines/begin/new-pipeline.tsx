import { Button, FileButton, Group, Modal, Stack, Text, TextInput } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { lazy, Suspense, useState, type FormEvent } from 'react';
import { useLocation } from 'wouter';
import { Boundary } from '../../parts/boundary';
import { renamed, topLevel, type Blueprint } from './blueprint-text';

const Blueprints = lazy(() => import('./blueprints'));
const NAME = /^[A-Za-z0-9][A-Za-z0-9_-]{0,62}$/;

/** Asks for a name and a template, and opens the editor. */
export function NewPipeline() {
  const [open, { open: ask, close }] = useDisclosure(false);
  return (
    <>
      <Button onClick={ask}>New pipeline</Button>
      <Modal opened={open} onClose={close} title="New pipeline" size="lg" closeButtonProps={{ 'aria-label': 'Close' }}>
        <NewForm />
      </Modal>
    </>
  );
}

function NewForm() {
  const [name, setName] = useState('');
  const [source, setSource] = useState<Blueprint>();
  const [file, setFile] = useState<string>();
  const [, navigate] = useLocation();
  const start = (from: Blueprint | undefined, fileName?: string) => {
    setSource(from);
    setFile(fileName);
    // Keeps a name that the user typed.
    if (name === '' || name === source?.name) setName(from?.name ?? '');
  };
  const take = async (chosen: File | null) => {
    if (!chosen) return;
    const text = await chosen.text();
    start({ name: topLevel(text, 'name') ?? chosen.name.replace(/\.ya?ml$/i, ''), description: '', text }, chosen.name);
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!NAME.test(name)) return;
    const text = source && (file && source.name === name ? source.text : renamed(source.text, name));
    navigate(`/pipelines/${name}?new`, { state: { text } });
  };
  return (
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
        <Boundary reloads>
          <Suspense>
            <Blueprints chosen={file ? ' ' : (source?.name ?? '')} onChoose={start} />
          </Suspense>
        </Boundary>
        <Group justify="space-between">
          <Group gap="xs">
            <FileButton
              onChange={(chosen) => void take(chosen)}
              accept=".yaml,.yml"
              inputProps={{ 'aria-label': 'File to import' }}
            >
              {(props) => (
                <Button {...props} variant="default">
                  Import a file
                </Button>
              )}
            </FileButton>
            {file && (
              <Text size="sm" role="status">
                {file}
              </Text>
            )}
          </Group>
          <Button type="submit" disabled={!NAME.test(name)}>
            Write it
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
