import { Button, Group, Stack, TextInput } from '@mantine/core';
import { Camera } from '../../parts/fields/camera';
import { DropZone, MEDIA_HINTS } from '../../parts/fields/drop-zone';
import { Samples } from '../samples';

interface MediaChoiceProps {
  kind: 'image' | 'video' | 'document';
  file?: File;
  onFile: (file: File | undefined) => void;
  url: string;
  onUrl: (url: string) => void;
  urlError?: string;
}

/** Lets the user choose a file, a sample or a URL. */
export function MediaChoice({ kind, file, onFile, url, onUrl, urlError }: MediaChoiceProps) {
  return (
    <Stack gap="xs">
      <DropZone
        label={file ? file.name : `Drop ${kind === 'image' ? 'an' : 'a'} ${kind}, or choose one`}
        hint={MEDIA_HINTS[kind]}
        accept={kind === 'document' ? 'application/pdf,image/*' : `${kind}/*`}
        onFile={onFile}
        onRefused={() => onFile(undefined)}
      />
      <Group gap="xs">
        <Samples kind={kind} onFile={onFile} />
        {kind === 'image' && <Camera onFile={onFile} />}
      </Group>
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
