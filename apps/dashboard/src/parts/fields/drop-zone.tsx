import { Text } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState, type DragEvent } from 'react';
import { InputError } from '../../api/input-error';
import { Failure } from '../failure';

interface DropZoneProps {
  label: string;
  hint: string;
  accept: string;
  onFile: (file: File) => unknown;
  /** Called when an unusable file was chosen. */
  onRefused?: () => void;
}

const MAX_BYTES = 50 * 1024 * 1024;
const LIMITS = 'up to 50 MB, and 4,096 pixels on each side';

/** Hints about the accepted files. */
export const MEDIA_HINTS = {
  image: `JPEG, PNG, WebP or BMP, ${LIMITS}`,
  video: `MP4, MOV, WebM or AVI, ${LIMITS}`,
  document: 'PDF, TIFF, JPEG, PNG, WebP or BMP, up to 50 MB',
};

/** Tries to read the file first, because the browser reports an unreadable file as a failed connection. @throws InputError */
export async function checkReadable(file: File): Promise<void> {
  const megabytes = Math.ceil(file.size / 1024 / 102.4) / 10;
  if (file.size > MAX_BYTES) throw new InputError(`'${file.name}' has ${megabytes} MB. Choose a file of at most 50 MB.`);
  await file
    .slice(0, 1)
    .arrayBuffer()
    .catch(() => {
      throw new InputError(
        `'${file.name}' cannot be read. Choose a file, not a folder, that still exists and that you may read.`,
      );
    });
}

/** Takes a file by drop, click or keyboard. */
export function DropZone({ label, hint, accept, onFile, onRefused }: DropZoneProps) {
  const [over, setOver] = useState(false);
  const taking = useMutation({
    mutationFn: async (file: File) => {
      await checkReadable(file);
      await onFile(file);
    },
    onError: onRefused,
  });
  const take = (file?: File) => file && taking.mutate(file);
  const drop = (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    take(event.dataTransfer.files[0]);
  };
  return (
    <>
      <label
        className="drop"
        data-over={over}
        onDragOver={(event) => {
          event.preventDefault();
          setOver(true);
        }}
        onDragLeave={() => setOver(false)}
        onDrop={drop}
      >
        <input
          type="file"
          accept={accept}
          onChange={({ target }) => {
            take(target.files?.[0]);
            target.value = '';
          }}
        />
        <Text fw={600}>{label}</Text>
        <Text size="sm">{hint}</Text>
      </label>
      {taking.isError && <Failure error={taking.error} />}
    </>
  );
}
