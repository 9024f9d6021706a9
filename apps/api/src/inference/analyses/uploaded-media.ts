import { Injectable } from '@nestjs/common';
import { Config, newId, type CallInput, type Removal, type RemovalOptions, type Store } from '@percept/core';
import { copyFile, mkdir, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { isOlderThan } from './file-age';
import type { UploadedInput } from './analysis.entity';
import { endedAmong } from './analysis.repository';
import { writeAllOrNothing } from './whole-file';

const OWNER_FILE = 'owner';
const ROWS = '.rows';
/** The folder with the uploads of waiting analyses. */
export const folderIn = (dataDir: string): string => join(dataDir, 'analyses');

/** The bytes of waiting analyses. They are files, because a database that writes 50 MB would block everything else. */
@Injectable()
export class KeptMedia {
  private readonly folder: string;
  /** Names the folder. Only processes that share the folder, and so the bytes, claim its analyses. */
  readonly owner: string;

  constructor({ PERCEPT_DATA_DIR }: Config) {
    this.folder = folderIn(PERCEPT_DATA_DIR);
    mkdirSync(this.folder, { recursive: true });
    this.owner = ownerOf(join(this.folder, OWNER_FILE));
  }

  /** @returns what the row stores of the request, and the size of the file in bytes. */
  async keep(id: string, { json, media, fields, query, fromText }: CallInput): Promise<{ input: UploadedInput; bytes: number }> {
    await mkdir(this.folder, { recursive: true });
    await writeAllOrNothing(this.place(id), (part) =>
      media && 'file' in media ? copyFile(media.file, part) : writeFile(part, media?.bytes ?? json ?? new Uint8Array(0)),
    );
    const { size: bytes } = await stat(this.place(id));
    return { input: { fields, query, fromText, media: media?.field ?? null }, bytes };
  }

  async read(id: string, { media: field, ...parameters }: UploadedInput): Promise<CallInput> {
    // The worker thread reads a video from its file.
    if (field?.startsWith('video')) return { ...parameters, media: { field, file: this.place(id) } };
    const bytes = await readFile(this.place(id));
    if (field) return { ...parameters, media: { field, bytes } };
    return parameters.fields ? parameters : { ...parameters, json: bytes };
  }

  /** The path prefix under which a worker thread writes long lists of the result. */
  rowsPlace(id: string): string {
    return this.place(`${id}${ROWS}`);
  }

  async drop(id: string): Promise<void> {
    await rm(this.place(id), { force: true });
  }

  private place(id: string): string {
    return join(this.folder, id);
  }
}

function ownerOf(file: string): string {
  try {
    writeFileSync(file, newId('ana'), { flag: 'wx' });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
  return `analyses in ${readFileSync(file, 'utf8')}`;
}

/** Files of unknown requests and temporary files may belong to a request that is still arriving. */
const UNKNOWN_KEPT_MS = 3_600_000;

/**
 * Removes unused files: those of analyses that have ended, and after an hour the temporary files of killed processes. Also runs at
 * the start.
 */
export async function* removeUploadedMedia(store: Store, dataDir: string, { now, batch }: RemovalOptions): Removal {
  const folder = folderIn(dataDir);
  const names = (await readdir(folder).catch(() => [])).filter((name) => name !== OWNER_FILE);
  for (let from = 0; from < names.length; from += batch) {
    const some = names.slice(from, from + batch);
    const ended = await endedAmong(store.reader, some);
    let removed = 0;
    for (const name of some) {
      const isUnused = ended.get(name) ?? (await isOlderThan(join(folder, name), now - UNKNOWN_KEPT_MS));
      if (!isUnused) continue;
      await rm(join(folder, name), { force: true });
      removed++;
    }
    yield removed;
  }
}
