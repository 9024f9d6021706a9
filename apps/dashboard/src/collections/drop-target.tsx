import { useState, type DragEvent, type ReactNode } from 'react';

/** The data type of dragged entries: their ids. */
export const DRAGGED = 'application/x-percept-entries';

interface DropTargetProps {
  label: string;
  onFiles: (files: File[]) => void;
  /** Called when entries of the collection were dropped. If absent, only files are accepted. */
  onEntries?: (ids: string[]) => void;
  children: ReactNode;
}

/** A part of the page that accepts dropped files, or entries from another part. */
export function DropTarget({ label, onFiles, onEntries, children }: DropTargetProps) {
  const [over, setOver] = useState(false);
  const drop = (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    const ids = event.dataTransfer.getData(DRAGGED);
    if (ids === '') onFiles([...event.dataTransfer.files]);
    else onEntries?.(JSON.parse(ids) as string[]);
  };
  return (
    <section
      className="class"
      aria-label={label}
      data-over={over}
      onDragOver={(event) => {
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={(event) => !event.currentTarget.contains(event.relatedTarget as Node | null) && setOver(false)}
      onDrop={drop}
    >
      {children}
    </section>
  );
}

interface FileChoiceProps {
  label: string;
  /** Where the files go, if the label alone does not say it. */
  to?: string;
  onFiles: (files: File[]) => void;
}

/** A file chooser for users who do not drag. */
export function FileChoice({ label, to, onFiles }: FileChoiceProps) {
  return (
    <label className="choose">
      <input
        type="file"
        aria-label={to === undefined ? undefined : `${label} to ${to}`}
        accept="image/*"
        multiple
        onChange={({ target }) => {
          onFiles([...(target.files ?? [])]);
          target.value = '';
        }}
      />
      {label}
    </label>
  );
}
