import { useState } from 'react';
import { ApiError } from '../api/client';
import { checkReadable } from '../parts/fields/drop-zone';
import { addPicture, useRefresh, type EntryLabel } from './queries';

/** How many pictures are processed at the same time. */
const AT_ONCE = 2;
/** The statuses of a busy service. */
const BUSY = [429, 503];
const TRIES = 8;
const PAUSE_MS = 1_500;
/** The page refreshes after this many added pictures. */
const SHOWN_EVERY = 8;

/** Pictures being added to a class. */
export interface Upload {
  label: EntryLabel;
  total: number;
  done: number;
  refused: { name: string; why: string }[];
}

/** Adds many pictures, two at a time. A refused one does not stop the others. */
export function useUploads(collection: string) {
  const [upload, setUpload] = useState<Upload>();
  const refresh = useRefresh();
  const add = async (files: readonly File[], label: EntryLabel): Promise<void> => {
    if (files.length === 0) return;
    setUpload({ label, total: files.length, done: 0, refused: [] });
    const waiting = [...files];
    const count = (refused: Upload['refused']): void =>
      setUpload((now) => now && { ...now, done: now.done + 1, refused: [...now.refused, ...refused] });
    let added = 0;
    const work = async (): Promise<void> => {
      for (let file = waiting.shift(); file; file = waiting.shift()) {
        const why = await addOne(collection, file, label);
        count(why === undefined ? [] : [{ name: file.name, why }]);
        if (++added % SHOWN_EVERY === 0) void refresh();
      }
    };
    await Promise.all(Array.from({ length: AT_ONCE }, work));
    await refresh();
  };
  return { upload, add, isUploading: upload !== undefined && upload.done < upload.total, forget: () => setUpload(undefined) };
}

/** @returns the reason for a refusal. */
async function addOne(collection: string, file: File, label: EntryLabel): Promise<string | undefined> {
  for (let tried = 1; ; tried++) {
    try {
      await checkReadable(file);
      await addPicture(collection, file, label);
      return undefined;
    } catch (error) {
      const isBusy = error instanceof ApiError && BUSY.includes(error.status);
      if (!isBusy || tried === TRIES) return (error as Error).message;
      await new Promise((done) => setTimeout(done, PAUSE_MS));
    }
  }
}
