import { Button, Group, Stack, Text, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { InputError } from '../../api/input-error';
import { Camera } from '../../parts/fields/camera';
import { DropZone } from '../../parts/fields/drop-zone';
import { Failure } from '../../parts/failure';

/** Files of Percept's examples. */
const SAMPLES = {
  image: ['images/crossing.jpg', 'images/desk.jpg', 'images/fruit.jpg', 'images/clock-tower.png', 'images/harbour.webp'],
  video: ['videos/harbour.mp4'],
};
const HINTS = { image: 'JPEG, PNG, WebP or BMP, up to 50 MB', video: 'MP4, AVI, MOV or WebM, up to 50 MB' };

interface MediaChoiceProps {
  kind: 'image' | 'video';
  file?: File;
  onFile: (file: File | undefined) => void;
  url: string;
  onUrl: (url: string) => void;
  urlError?: string;
}

async function sampleFile(path: string): Promise<File> {
  const response = await fetch(`/samples/${path}`);
  if (!response.ok) throw new InputError(`The sample '${path}' is missing in this installation.`);
  const name = path.split('/').at(-1)!;
  return new File([await response.blob()], name);
}

/** A file, a sample or a URL. */
export function MediaChoice({ kind, file, onFile, url, onUrl, urlError }: MediaChoiceProps) {
  const sample = useMutation({ mutationFn: async (path: string) => onFile(await sampleFile(path)) });
  return (
    <Stack gap="xs">
      <DropZone
        label={file ? file.name : kind === 'image' ? 'Drop an image, or choose one' : 'Drop a video, or choose one'}
        hint={HINTS[kind]}
        accept={`${kind}/*`}
        onFile={onFile}
        onRefused={() => onFile(undefined)}
      />
      <Group gap="xs">
        <Text size="sm">Samples:</Text>
        {SAMPLES[kind].map((path) => (
          <Button key={path} size="compact-sm" variant="default" onClick={() => sample.mutate(path)}>
            {path.replace(/^\w+\/|\.\w+$/g, '')}
          </Button>
        ))}
        {kind === 'image' && <Camera onFile={onFile} />}
      </Group>
      {sample.isError && <Failure error={sample.error} />}
      {!file && (
        <TextInput label="Or its URL" type="url" value={url} onChange={(event) => onUrl(event.target.value)} error={urlError} />
      )}
      {file && (
        <Group>
          <Button size="compact-sm" variant="subtle" onClick={() => onFile(undefined)}>
            Use a URL instead
          </Button>
        </Group>
      )}
    </Stack>
  );
}
