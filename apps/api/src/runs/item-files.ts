import { Injectable } from '@nestjs/common';
import { FairBudget, mediaTypeOf, Pipelines, PluginHost } from '@percept/core';
import type { Readable } from 'node:stream';
import { shareOf, type Caller } from '../auth/caller';
import { Uploads } from '../uploads/uploads';

type StoredFile = Exclude<Awaited<ReturnType<Pipelines['itemMedia']>>, { upload: string }>;
type OpenedFile = Awaited<ReturnType<StoredFile['open']>>;

/** Which item of a run. */
interface ItemAddress {
  runId: string;
  step?: string;
  key: string;
}

/** A file as it is sent. */
export interface SentFile {
  name: string;
  /** The type that its bytes show, such as `image/jpeg`. */
  type: string;
  size: number;
  bytes: Readable;
}

/** The images and videos that the items of runs look at. The caller must have found the run in their project. */
@Injectable()
export class ItemFiles {
  // oxlint-disable-next-line max-params -- one for each injected provider
  constructor(
    private readonly pipelines: Pipelines,
    private readonly uploads: Uploads,
    private readonly host: PluginHost,
    private readonly memory: FairBudget,
  ) {}

  /** The file as it is. @throws NOT_FOUND, FORBIDDEN, PAYLOAD_TOO_LARGE; UNSUPPORTED_MEDIA for anything but an image or a video. */
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
   * A JPEG of the image, or of the first frame of the video, made by a worker in the caller's share.
   * @param side pixels of the longer side at most. @throws as `file`; OVERLOADED, TIMEOUT.
   */
  async preview({ runId, ...item }: ItemAddress, caller: Caller, side: number): ReturnType<PluginHost['preview']> {
    const media = await this.pipelines.itemMedia(runId, item);
    const share = shareOf(caller);
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

/** An opened file that is not sent is closed. */
function typeOf({ head, bytes }: OpenedFile): string {
  try {
    return mediaTypeOf(head, 'file');
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
