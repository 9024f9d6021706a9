import { Button, Group, Modal, Stack, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useEffect, useRef, useState } from 'react';
import { InputError } from '../../api/input-error';
import { Failure } from '../failure';

interface CameraProps {
  onFile: (file: File) => unknown;
}

/** Takes a picture with the camera of the user's device. */
export function Camera({ onFile }: CameraProps) {
  const [open, { open: show, close }] = useDisclosure(false);
  return (
    <>
      <Button size="compact-sm" variant="default" onClick={show}>
        Use camera
      </Button>
      <Modal opened={open} onClose={close} title="Camera" size="lg" closeButtonProps={{ 'aria-label': 'Close' }}>
        {open && (
          <Live
            onFile={(file) => {
              close();
              onFile(file);
            }}
          />
        )}
      </Modal>
    </>
  );
}

function Live({ onFile }: CameraProps) {
  const video = useRef<HTMLVideoElement>(null);
  const [error, setError] = useState<Error>();
  const [isReady, setReady] = useState(false);
  useEffect(() => {
    let stream: MediaStream | undefined;
    let isGone = false;
    const stop = () => stream?.getTracks().forEach((track) => track.stop());
    openCamera()
      .then((opened) => {
        stream = opened;
        if (isGone) return stop();
        if (video.current) video.current.srcObject = opened;
      })
      .catch((reason: Error) => setError(reason));
    return () => {
      isGone = true;
      stop();
    };
  }, []);
  if (error) return <Failure error={error} />;
  const take = async () => video.current && onFile(await pictureOf(video.current));
  return (
    <Stack>
      {/* A live picture has no words to show. */}
      <video ref={video} className="camera" autoPlay muted playsInline aria-label="The camera" onPlaying={() => setReady(true)} />
      <Group justify="space-between">
        <Text size="sm">The picture goes to this service only.</Text>
        <Button onClick={() => void take()} disabled={!isReady}>
          Take picture
        </Button>
      </Group>
    </Stack>
  );
}

/** @throws InputError that says what to do. */
async function openCamera(): Promise<MediaStream> {
  // Browsers hide it on pages over plain http, except on the same machine.
  const devices = navigator.mediaDevices as MediaDevices | undefined;
  if (!devices)
    throw new InputError('Browsers allow the camera only on pages over https or on localhost. Choose a file instead.');
  try {
    return await devices.getUserMedia({ video: { facingMode: 'environment', width: { ideal: 1920 } } });
  } catch (error) {
    const isRefused = (error as Error).name === 'NotAllowedError';
    throw new InputError(
      isRefused
        ? 'The browser may not use the camera. Allow it beside the address of this page, and try again.'
        : `The camera cannot be opened (${(error as Error).message}). Connect one, close other programs that use it, or choose a file.`,
    );
  }
}

async function pictureOf(video: HTMLVideoElement): Promise<File> {
  const canvas = document.createElement('canvas');
  [canvas.width, canvas.height] = [video.videoWidth, video.videoHeight];
  canvas.getContext('2d')!.drawImage(video, 0, 0);
  const blob = await new Promise<Blob | null>((done) => canvas.toBlob(done, 'image/jpeg', 0.92));
  if (!blob) throw new InputError('The camera gave no picture. Try again, or choose a file.');
  return new File([blob], 'camera.jpg', { type: 'image/jpeg' });
}
