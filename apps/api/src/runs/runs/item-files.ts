import { Injectable } from '@nestjs/common';
import { FairBudget, detectMediaType, Pipelines, PluginHost } from '@percept/core';
import type { Readable } from 'node:stream';
import { getCallerShare, type Caller } from '../../access/auth/caller';
import { Uploads } from '../../inference/uploads/uploads';

type StoredFile = Exclude<Awaited<ReturnType<Pipelines['itemMedia']>>, { upload: string }>;
type OpenedFile = Awaited<ReturnType<StoredFile['open']>>;

/** Identifies an item of a run. */
interface ItemAddress {
  runId: string;
  step?: string;
  key: string;
}

/** A file to send. */
export interface SentFile {
  name: string;
  /** The media type detected from the bytes, such as `image/jpeg`. */
  type: string;
  size: number;
  bytes: Readable;
}

/** The images and videos of runs' items. The caller must already have found the run in their project. */
@Injectable()
export class ItemFiles {
  // oxlint-disable-next-line max-params -- one for each injected provider
  constructor(
    private readonly pipelines: Pipelines,
    private readonly uploads: Uploads,
    private readonly host: PluginHost,
    private readonly memory: FairBudget,
  ) {}

  /**
   * The unchanged file.
   * @throws NOT_FOUND, FORBIDDEN, PAYLOAD_TOO_LARGE; UNSUPPORTED_MEDIA for anything but an image or a video.
   */
  async file({ runId, ...item }: ItemAddress, { projectId }: Caller): Promise<SentFile> {
    const media = await this.pipelines.itemMedia(runId, item);
    if ('upload' in media) {
      const { row, stream } = await this.uploads.content(media.upload, projectId);
      return { name: row.id, type: row.media_type, size: row.bytes, bytes: stream };
    }
    const opened = await media.open();
    return { name: media.name, type: typeOf(opened), size: opened.size, bytes: opened.bytes };
  }

  /**
   * A JPEG preview of the image or of the video's first frame, made by a worker in the caller's share.
   * @param side maximum length of the longer side in pixels.
   * @throws as `file`; OVERLOADED, TIMEOUT.
   */
  async preview({ runId, ...item }: ItemAddress, caller: Caller, side: number): ReturnType<PluginHost['preview']> {
    const media = await this.pipelines.itemMedia(runId, item);
    const share = getCallerShare(caller);
    if ('path' in media && media.path !== undefined)
      return this.host.preview({ field: 'file', file: media.path }, side, { share });
    const ended = new AbortController();
    const claim = this.memory.open({ share, onEnd: (reason) => ended.abort(reason) });
    const grow = (bytes: number): Promise<void> => claim.grow(bytes);
    try {
      const bytes =
        'upload' in media
          ? await this.uploads.read(media.upload, { projectId: caller.projectId, field: 'file', grow, signal: ended.signal })
          : await readAll(media, grow, ended.signal);
      claim.keep();
      return await this.host.preview({ field: 'file', bytes }, side, { share });
    } finally {
      claim.release();
    }
  }
}

/** Closes the opened file if it will not be sent. */
function typeOf({ head, bytes }: OpenedFile): string {
  try {
    return detectMediaType(head, 'file');
  } catch (error) {
    bytes.destroy();
    throw error;
  }
}

async function readAll(file: StoredFile, grow: (bytes: number) => Promise<void>, signal: AbortSignal): Promise<Uint8Array> {
  const opened = await file.open();
  try {
    typeOf(opened);
    await grow(opened.size);
    const chunks: Buffer[] = [];
    for await (const chunk of opened.bytes as AsyncIterable<Buffer>) {
      signal.throwIfAborted();
      chunks.push(chunk);
    }
    return Buffer.concat(chunks);
  } finally {
    opened.bytes.destroy();
  }
}
