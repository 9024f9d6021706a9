import { type readStorageRules } from '@percept/core';
import { PerceptError } from '@percept/sdk';
import { mkdir, open, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { isOlderThan } from '../analyses/file-age';
import { writeAllOrNothing } from '../analyses/whole-file';

/** Stores the bytes of uploads by id. */
export interface UploadFiles {
  /** Writes a file completely or not at all. @throws OVERLOADED if the storage cannot be used; the other methods, too. */
  write(id: string, bytes: Uint8Array): Promise<void>;
  /** @throws NOT_FOUND. */
  open(id: string): Promise<Readable>;
  /** @throws NOT_FOUND. */
  read(id: string, signal?: AbortSignal): Promise<Uint8Array>;
  /** Removes those of the files that exist. */
  remove(ids: readonly string[]): Promise<void>;
  /** Yields the names of all files written before a time (epoch milliseconds), in batches. */
  olderThan(time: number): AsyncGenerator<string[]>;
}

/** Where a service keeps files. */
interface FilePlace {
  dataDir: string;
  objects: ReturnType<typeof readStorageRules>;
}

/** Stores each upload as an object below PERCEPT_STORAGE_URL if that is set, else as a file in the data folder. */
export function createUploadFiles({ dataDir, objects }: FilePlace): UploadFiles {
  return objects.ownObject('') ? objectFiles(objects) : localFiles(join(dataDir, 'uploads'));
}

function localFiles(folder: string): UploadFiles {
  const place = (id: string): string => join(folder, id);
  return {
    async write(id, bytes) {
      await mkdir(folder, { recursive: true });
      await writeAllOrNothing(place(id), (part) => writeFile(part, bytes));
    },
    open: async (id) => (await open(place(id)).catch(elsewhere)).createReadStream(),
    read: (id) => readFile(place(id)).catch(elsewhere),
    async remove(ids) {
      for (const id of ids) await rm(place(id), { force: true });
    },
    async *olderThan(time) {
      const names = await readdir(folder).catch(() => []);
      const old = await Promise.all(names.map((name) => isOlderThan(place(name), time)));
      yield names.filter((_, index) => old[index]);
    },
  };
}

function elsewhere(error: NodeJS.ErrnoException): never {
  if (error.code !== 'ENOENT') throw error;
  const reason =
    'The file of this upload is not in the data folder of this process. Machines must share PERCEPT_DATA_DIR, or have a PERCEPT_STORAGE_URL.';
  throw new PerceptError('NOT_FOUND', reason, { cause: error });
}

function objectFiles(objects: FilePlace['objects']): UploadFiles {
  const { storage } = objects;
  const place = (id: string) => objects.ownObject(`uploads/${id}`)!;
  const or = <T>(work: Promise<T>): Promise<T> => work.catch(unusable);
  return {
    write: (id, bytes) => or(storage.write(place(id), [bytes])),
    async open(id) {
      await or(storage.head(place(id)));
      return Readable.from(storage.read(place(id)), { objectMode: false });
    },
    read: (id, signal) => or(storage.readBytes(place(id), { signal })),
    async remove(ids) {
      for (const id of ids) await or(storage.removeAll(place(id)));
    },
    async *olderThan(time) {
      const { key } = place('');
      for await (const page of storage.list(place('')))
        yield page.filter(({ modified }) => modified.getTime() < time).map((each) => each.key.slice(key.length));
    },
  };
}

/** Only the log names the cause: the place and the errors of the storage concern the operator alone. */
function unusable(error: unknown): never {
  if (!(error instanceof PerceptError)) throw error;
  if (error.code === 'NOT_FOUND')
    throw new PerceptError('NOT_FOUND', 'The file of this upload is not in the storage of this service.', { cause: error });
  const reason = 'The storage of uploads cannot be used at the moment. Try again, or ask who operates this service.';
  throw new PerceptError('OVERLOADED', reason, { cause: error, retryAfterS: 5 });
}
