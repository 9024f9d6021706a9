import { Injectable } from '@nestjs/common';
import { Config, mediaTypeOf, newId, PerceptError, Store, systemClock, type Clock, type Tables } from '@percept/core';
import { mkdirSync, type ReadStream } from 'node:fs';
import { mkdir, open, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { UploadEntity } from './upload.entity';
import { bytesOfUploads, deleteUploads, findUpload, insertUpload, listUploads } from './upload.repository';
import { Uploads1764100000180 } from './uploads.migration';

export const uploadTables: Tables = { entities: [UploadEntity], migrations: [Uploads1764100000180] };

const MEGABYTE = 1024 * 1024;

/** The folder with the files of uploads. */
export const uploadsIn = (dataDir: string): string => join(dataDir, 'uploads');

interface NewUpload {
  projectId: string;
  bytes: Uint8Array;
  /** The parameter that the bytes came in. */
  field: string;
  /** Milliseconds; the configuration's when absent, and at most that. */
  keptMs?: number;
}

/** Images and videos that projects keep for their calls: rows in the database, and a file each in the data folder. */
@Injectable()
export class Uploads {
  private readonly clock: Clock = systemClock;
  private readonly folder: string;

  constructor(
    private readonly store: Store,
    private readonly config: Config,
  ) {
    this.folder = uploadsIn(config.PERCEPT_DATA_DIR);
    mkdirSync(this.folder, { recursive: true });
  }

  /** @throws PerceptError UNSUPPORTED_MEDIA; RATE_LIMITED where the uploads of the project take too much of the disk. */
  async keep({ projectId, bytes, field, keptMs = Infinity }: NewUpload): Promise<UploadEntity> {
    const media_type = mediaTypeOf(bytes, field);
    const id = newId('upl');
    const now = this.clock.now();
    const expires_at = now + Math.min(keptMs, this.config.retentionMs.uploads);
    const row = { id, project_id: projectId, media_type, bytes: bytes.length, created_at: now, expires_at };
    await this.write(id, bytes);
    try {
      await this.store.transaction(async (tx) => {
        const most = this.config.PERCEPT_UPLOADS_MB;
        if ((await bytesOfUploads(tx, projectId, now)) + bytes.length > most * MEGABYTE) throw tooMany(most);
        await insertUpload(tx.manager, row);
      });
    } catch (error) {
      await this.remove(id);
      throw error;
    }
    return row;
  }

  /** @throws NOT_FOUND, also for one that has expired and for one of another project. */
  async get(id: string, projectId: string): Promise<UploadEntity> {
    const row = await this.find(id, projectId);
    if (!row) throw new PerceptError('NOT_FOUND', `The upload '${id.slice(0, 60)}' does not exist, or has expired.`);
    return row;
  }

  list(projectId: string, page: { limit: number; before?: string }): Promise<UploadEntity[]> {
    return listUploads(this.store.reader, { projectId, now: this.clock.now(), ...page });
  }

  /** @throws NOT_FOUND. */
  async content(id: string, projectId: string): Promise<{ row: UploadEntity; stream: ReadStream }> {
    const row = await this.get(id, projectId);
    const file = await open(this.place(id)).catch(elsewhere);
    return { row, stream: file.createReadStream() };
  }

  /**
   * The bytes of an upload that stands for a parameter.
   * @param grow is asked for the memory first.
   * @throws INVALID_REQUEST naming the parameter.
   */
  async read(
    id: string,
    { projectId, field, grow }: { projectId: string | undefined; field: string; grow: (bytes: number) => Promise<void> },
  ): Promise<Buffer> {
    const row = projectId === undefined ? null : await this.find(id, projectId);
    const missing = `the upload '${id.slice(0, 60)}' does not exist, or has expired: send the file again to POST /v2/uploads.`;
    if (!row) throw PerceptError.invalid(field, missing);
    await grow(row.bytes);
    return readFile(this.place(id)).catch(elsewhere);
  }

  /** @throws NOT_FOUND. */
  async delete(id: string, projectId: string): Promise<void> {
    await this.get(id, projectId);
    await this.store.transaction(({ manager }) => deleteUploads(manager, [id]));
    await this.remove(id);
  }

  private find(id: string, projectId: string): Promise<UploadEntity | null> {
    return findUpload(this.store.reader, { id, projectId, now: this.clock.now() });
  }

  /** Under a temporary name first: a killed process leaves no half of a file. */
  private async write(id: string, bytes: Uint8Array): Promise<void> {
    await mkdir(this.folder, { recursive: true });
    const part = `${this.place(id)}.part`;
    await writeFile(part, bytes);
    await rename(part, this.place(id));
  }

  private async remove(id: string): Promise<void> {
    await rm(this.place(id), { force: true });
  }

  private place(id: string): string {
    return join(this.folder, id);
  }
}

function tooMany(megabytes: number): PerceptError {
  const reason = `The uploads of this project take ${megabytes} MB (PERCEPT_UPLOADS_MB). Delete some, or wait until they expire.`;
  return new PerceptError('RATE_LIMITED', reason, { retryAfterS: 60 });
}

function elsewhere(error: NodeJS.ErrnoException): never {
  if (error.code !== 'ENOENT') throw error;
  const reason = 'The file of this upload is not in the data folder of this process. Machines must share PERCEPT_DATA_DIR.';
  throw new PerceptError('NOT_FOUND', reason, { cause: error });
}
