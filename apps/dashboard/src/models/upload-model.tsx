import { Button, Modal } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { lazy, Suspense } from 'react';
import { Boundary } from '../parts/boundary';
import { LoadingPlaceholder } from '../parts/waiting';

const UploadForm = lazy(async () => ({ default: (await import('./upload-form')).UploadForm }));

/** Loads its form only when it is opened. */
export function UploadModel() {
  const [open, { open: begin, close }] = useDisclosure(false);
  return (
    <>
      <Button onClick={begin}>Upload a model</Button>
      <Modal opened={open} onClose={close} title="Upload a model" size="xl" closeButtonProps={{ 'aria-label': 'Close' }}>
        <Boundary reloads>
          <Suspense fallback={<LoadingPlaceholder height={320} />}>
            <UploadForm onDone={close} />
          </Suspense>
        </Boundary>
      </Modal>
    </>
  );
}
