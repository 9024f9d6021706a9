import { Text } from '@mantine/core';
import { useState, type DragEvent } from 'react';

interface DropZoneProps {
  label: string;
  hint: string;
  accept: string;
  onFile: (file: File) => void;
}

/** A file by drop, click or keyboard. */
export function DropZone({ label, hint, accept, onFile }: DropZoneProps) {
  const [over, setOver] = useState(false);
  const drop = (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    const file = event.dataTransfer.files[0];
    if (file) onFile(file);
  };
  return (
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
        onChange={(event) => {
          const file = event.target.files?.[0];
          if (file) onFile(file);
          event.target.value = '';
        }}
      />
      <Text fw={600}>{label}</Text>
      <Text size="sm">{hint}</Text>
    </label>
  );
}
