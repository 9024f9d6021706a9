import { Button, Modal, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense } from 'react';
import { answered, api } from '../api/client';
import { Loaded } from '../parts/loaded';
import { LoadingPlaceholder } from '../parts/waiting';

const Prose = lazy(async () => ({ default: (await import('../parts/text/prose')).Prose }));

/** Shows the model's CARD.md. */
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
            <Suspense fallback={<LoadingPlaceholder height={120} />}>
              {card ? <Prose>{card}</Prose> : <Text size="sm">This model has no CARD.md.</Text>}
            </Suspense>
          )}
        </Loaded>
      </Modal>
    </>
  );
}
