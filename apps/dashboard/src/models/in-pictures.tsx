import { Button, Modal } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { lazy, Suspense } from 'react';
import { Boundary } from '../parts/boundary';
import { LoadingPlaceholder } from '../parts/waiting';
import { useCapabilities } from '../playground/any/queries';
import type { Model } from './model';

const Comparison = lazy(() => import('./comparison'));

/** Shows what a model is good at: its answers to ten pictures, beside those of the default model. */
export function InPictures({ of: { name, task, state } }: { of: Model }) {
  const [open, { open: show, close }] = useDisclosure(false);
  const { data: capabilities = [] } = useCapabilities();
  // Capabilities for this task, the most specialised first: its answer says most about the model.
  const using = capabilities
    .filter(({ accepts, model_tasks }) => accepts === 'image' && task && model_tasks[0] === task)
    .toSorted((one, other) => one.model_tasks.length - other.model_tasks.length)[0];
  if (!using || state !== 'ready') return null;
  return (
    <>
      <Button size="xs" variant="default" onClick={show} aria-label={`See ${name} in pictures`}>
        In pictures
      </Button>
      <Modal opened={open} onClose={close} title={`${name} in pictures`} size="xl" closeButtonProps={{ 'aria-label': 'Close' }}>
        <Boundary>
          <Suspense fallback={<LoadingPlaceholder />}>
            <Comparison model={name} capability={using.id} />
          </Suspense>
        </Boundary>
      </Modal>
    </>
  );
}
