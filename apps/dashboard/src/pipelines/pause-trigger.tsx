import { Button, Group, Modal, NativeSelect, Stack, TextInput } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useState, type FormEvent } from 'react';
import { Failure } from '../parts/failure';
import { usePause } from './queries';

/** Values for the `until` of a pause. Empty: until somebody resumes the trigger. */
const CHOICES = [
  { value: '', label: 'until I resume it' },
  { value: '1h', label: 'for an hour' },
  { value: '1d', label: 'for a day' },
  { value: '7d', label: 'for a week' },
  { value: 'at', label: 'until …' },
];

/** Pauses a trigger, indefinitely or for a while. */
export function PauseTrigger({ id }: { id: string }) {
  const [asking, { open, close }] = useDisclosure(false);
  const [chosen, setChosen] = useState('');
  const [time, setTime] = useState('');
  const pause = usePause();
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const until = chosen === 'at' ? new Date(time).toISOString() : chosen;
    pause.mutate({ id, ...(until && { until }) }, { onSuccess: close });
  };
  return (
    <>
      <Button size="xs" variant="default" onClick={open}>
        Pause …
      </Button>
      <Modal opened={asking} onClose={close} title={`Pause ${id}`} closeButtonProps={{ 'aria-label': 'Close' }}>
        <form onSubmit={submit}>
          <Stack>
            <NativeSelect label="Pause it" data={CHOICES} value={chosen} onChange={(event) => setChosen(event.target.value)} />
            {chosen === 'at' && (
              <TextInput
                label="Resumes at"
                description="In your time zone"
                type="datetime-local"
                required
                value={time}
                onChange={(event) => setTime(event.target.value)}
              />
            )}
            {pause.isError && <Failure error={pause.error} />}
            <Group justify="flex-end">
              <Button type="submit" loading={pause.isPending}>
                Pause
              </Button>
            </Group>
          </Stack>
        </form>
      </Modal>
    </>
  );
}
