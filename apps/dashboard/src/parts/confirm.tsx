import { Button, Group, Modal, Stack, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useMutation } from '@tanstack/react-query';
import { Failure } from './failure';

interface ConfirmProps {
  label: string;
  title: string;
  /** What the action does. */
  consequence: string;
  onConfirm: () => Promise<unknown>;
  grave?: boolean;
  size?: string;
  disabled?: boolean;
}

/** A button that asks for confirmation before an action that cannot be undone. */
export function Confirm({ label, title, consequence, onConfirm, grave, size = 'sm', disabled }: ConfirmProps) {
  const [open, { open: ask, close }] = useDisclosure(false);
  const act = useMutation({ mutationFn: onConfirm, onSuccess: close });
  return (
    <>
      <Button variant="default" size={size} onClick={ask} disabled={disabled} c={grave ? 'var(--grave)' : undefined}>
        {label}
      </Button>
      <Modal opened={open} onClose={close} title={title} closeButtonProps={{ 'aria-label': 'Close' }}>
        <Stack>
          <Text size="sm">{consequence}</Text>
          {act.isError && <Failure error={act.error} />}
          <Group justify="flex-end">
            <Button variant="default" onClick={close}>
              Cancel
            </Button>
            <Button color={grave ? 'red.9' : undefined} loading={act.isPending} onClick={() => act.mutate()}>
              {label}
            </Button>
          </Group>
        </Stack>
      </Modal>
    </>
  );
}
