import { Alert, Button, Group, Text } from '@mantine/core';

interface BehindProps {
  isSound: boolean;
  onSave: () => void;
  onDrop?: () => void;
}

/** Says that somebody else saved the pipeline while this text was edited. */
export function Behind({ isSound, onSave, onDrop }: BehindProps) {
  return (
    <Alert color="blue" variant="light" title="Someone else saved this pipeline while you were editing" role="alert">
      <Text size="sm">Your text is still in the editor and is not saved. The other version is served now.</Text>
      <Group mt="xs">
        <Button variant="default" size="xs" onClick={onSave} disabled={!isSound}>
          Overwrite with mine
        </Button>
        <Button variant="default" size="xs" onClick={onDrop}>
          Discard mine and show theirs
        </Button>
      </Group>
    </Alert>
  );
}
