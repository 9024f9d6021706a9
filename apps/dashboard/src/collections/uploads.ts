import { useState } from 'react';
import { ApiError } from '../api/client';
import { checkFile } from '../parts/fields/drop-zone';
import { addPicture, useRefresh, type Label } from './queries';

/** Pictures that are described at the same time. */
const AT_ONCE = 2;
/** The service says of these that it is busy. */
const BUSY = [429, 503];
const TRIES = 8;
const PAUSE_MS = 1_500;
/** What came is shown before all has come. */
const SHOWN_EVERY = 8;

/** Pictures on their way into a class. */
export interface Upload {
  label: Label;
  total: number;
  done: number;
  refused: { name: string; why: string }[];
}

/** Adds many pictures, two at a time; one that is refused stops no other. */
export function useUploads(collection: string) {
  const [upload, setUpload] = useState<Upload>();
  const refresh = useRefresh();
  const add = async (files: readonly File[], label: Label): Promise<void> => {
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

/** @returns why it was refused. */
async function addOne(collection: string, file: File, label: Label): Promise<string | undefined> {
  for (let tried = 1; ; tried++) {
    try {
      await checkFile(file);
      await addPicture(collection, file, label);
      return undefined;
    } catch (error) {
      const isBusy = error instanceof ApiError && BUSY.includes(error.status);
      if (!isBusy || tried === TRIES) return (error as Error).message;
      await new Promise((done) => setTimeout(done, PAUSE_MS));
    }
  }
}
