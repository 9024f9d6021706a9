import { Injectable } from '@nestjs/common';
import {
  checkRoom,
  Config,
  detectMediaType,
  newId,
  readStorageRules,
  Store,
  systemClock,
  type Clock,
  type Tables,
} from '@percept/core';
import { PerceptError } from '@percept/sdk';
import type { Readable } from 'node:stream';
import { createUploadFiles, type UploadFiles } from './upload-files';
import { UploadEntity } from './upload.entity';
import { bytesOfUploads, countUploads, deleteUploads, findUpload, insertUpload, listUploads } from './upload.repository';
import { Uploads1764100000180 } from './uploads.migration';

export const uploadTables: Tables = { entities: [UploadEntity], migrations: [Uploads1764100000180] };

const MEGABYTE = 1024 * 1024;

interface NewUpload {
  projectId: string;
  bytes: Uint8Array;
  /** The parameter that contained the bytes. */
  field: string;
  /** How long it is kept, in milliseconds. The configured time is the default and the maximum. */
  keptMs?: number;
}

interface ReadUpload {
  projectId: string | undefined;
  field: string;
  /** Called before memory is used, to reserve it. */
  grow: (bytes: number) => Promise<void>;
  signal?: AbortSignal;
}

/** Images and videos that projects keep for their calls. Each has a row in the database and a file or an object. */
@Injectable()
export class Uploads {
  private readonly clock: Clock = systemClock;
  private readonly files: UploadFiles;

  constructor(
    private readonly store: Store,
    private readonly config: Config,
  ) {
    this.files = createUploadFiles({ dataDir: config.PERCEPT_DATA_DIR, objects: readStorageRules(config) });
  }

  /**
   * @throws PerceptError UNSUPPORTED_MEDIA; RATE_LIMITED if the project's uploads take too much disk space; CONFLICT if there are
   * too many.
   */
  async keep({ projectId, bytes, field, keptMs = Infinity }: NewUpload): Promise<UploadEntity> {
    const media_type = detectMediaType(bytes, field);
    const id = newId('upl');
    const now = this.clock.now();
    const expires_at = now + Math.min(keptMs, this.config.retentionMs.uploads);
    const row = { id, project_id: projectId, media_type, bytes: bytes.length, created_at: now, expires_at };
    await this.files.write(id, bytes);
    try {
      await this.store.transaction(async (tx) => {
        const room = { projectId, kind: 'uploads', most: this.config.projectLimits.uploads } as const;
        await checkRoom(tx, room, () => countUploads(tx, projectId, now));
        const most = this.config.projectLimits.uploads_mb;
        if ((await bytesOfUploads(tx, projectId, now)) + bytes.length > most * MEGABYTE) throw tooMany(most);
        await insertUpload(tx.manager, row);
      });
    } catch (error) {
      await this.files.remove([id]);
      throw error;
    }
    return row;
  }

  /** @throws NOT_FOUND, also for an expired upload and for one of another project. */
  async get(id: string, projectId: string): Promise<UploadEntity> {
    const row = await this.find(id, projectId);
    if (!row) throw new PerceptError('NOT_FOUND', `The upload '${id.slice(0, 60)}' does not exist, or has expired.`);
    return row;
  }

  list(projectId: string, page: { limit: number; before?: string }): Promise<UploadEntity[]> {
    return listUploads(this.store.reader, { projectId, now: this.clock.now(), ...page });
  }

  /** @throws NOT_FOUND. */
  async content(id: string, projectId: string): Promise<{ row: UploadEntity; stream: Readable }> {
    const row = await this.get(id, projectId);
    return { row, stream: await this.files.open(id) };
  }

  /** Reads the upload that a parameter refers to. @throws INVALID_REQUEST naming the parameter. */
  async read(id: string, { projectId, field, grow, signal }: ReadUpload): Promise<Uint8Array> {
    const row = projectId === undefined ? null : await this.find(id, projectId);
    const missing = `the upload '${id.slice(0, 60)}' does not exist, or has expired: send the file again to POST /v2/uploads.`;
    if (!row) throw PerceptError.invalid(field, missing);
    await grow(row.bytes);
    return this.files.read(id, signal);
  }

  /** @throws NOT_FOUND. */
  async delete(id: string, projectId: string): Promise<void> {
    await this.get(id, projectId);
    await this.store.transaction(({ manager }) => deleteUploads(manager, [id]));
    await this.files.remove([id]);
  }

  private find(id: string, projectId: string): Promise<UploadEntity | null> {
    return findUpload(this.store.reader, { id, projectId, now: this.clock.now() });
  }
}

function tooMany(megabytes: number): PerceptError {
  const reason = `The uploads of this project take ${megabytes} MB (uploads_mb of PERCEPT_PROJECT_LIMITS). Delete some, or wait until they expire.`;
  return new PerceptError('RATE_LIMITED', reason, { retryAfterS: 60 });
}
