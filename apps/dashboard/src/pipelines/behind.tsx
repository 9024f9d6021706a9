import { Alert, Button, Group, Text } from '@mantine/core';

interface BehindProps {
  isSound: boolean;
  onSave: () => void;
  onDrop?: () => void;
}

/** Somebody else saved the pipeline while its text was written here. */
export function Behind({ isSound, onSave, onDrop }: BehindProps) {
  return (
    <Alert color="blue" variant="light" title="Somebody saved this pipeline while you wrote" role="alert">
      <Text size="sm">Your text is still in the editor, and not saved. Theirs is served now.</Text>
      <Group mt="xs">
        <Button variant="default" size="xs" onClick={onSave} disabled={!isSound}>
          Save mine over theirs
        </Button>
        <Button variant="default" size="xs" onClick={onDrop}>
          Drop mine and show theirs
        </Button>
      </Group>
    </Alert>
  );
}
