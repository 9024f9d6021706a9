import { Button, Modal, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { answered, api } from '../api/client';
import { Loaded } from '../parts/loaded';

/** What the model's CARD.md says, as it is written. */
export function Card({ of: name }: { of: string }) {
  const [open, { open: show, close }] = useDisclosure(false);
  const model = useQuery({
    queryKey: ['models', name],
    queryFn: () => answered(api.GET('/v2/models/{name}', { params: { path: { name } } })),
    enabled: open,
  });
  return (
    <>
      <Button size="xs" variant="default" onClick={show} aria-label={`Read the card of ${name}`}>
        Read
      </Button>
      <Modal opened={open} onClose={close} title={name} size="lg" closeButtonProps={{ 'aria-label': 'Close' }}>
        <Loaded query={model}>
          {({ card }) => (
            <Text size="sm" component="div" style={{ whiteSpace: 'pre-wrap' }}>
              {card ?? 'It has no CARD.md.'}
            </Text>
          )}
        </Loaded>
      </Modal>
    </>
  );
}
