import { Injectable } from '@nestjs/common';
import { CompatUploads, type KeptUpload } from '@percept/compat';
import { PerceptError } from '@percept/sdk';
import type { FastifyRequest } from 'fastify';
import { contentPath, showUpload } from '../uploads/upload-responses';
import { Uploads } from '../uploads/uploads';

const ANNOTATED_KEPT_MS = 86_400_000;
const NEWEST = 20;
const MAX_READ_BYTES = 4 * 1024 * 1024;

/** Uploads of the caller's project. */
@Injectable()
export class ServiceUploads extends CompatUploads {
  constructor(private readonly uploads: Uploads) {
    super();
  }

  async keep({ caller }: FastifyRequest, bytes: Uint8Array): Promise<KeptUpload> {
    const { projectId } = caller!;
    return showUpload(await this.uploads.keep({ projectId, bytes, field: 'image', keptMs: ANNOTATED_KEPT_MS }));
  }

  async list({ caller }: FastifyRequest): Promise<KeptUpload[]> {
    return (await this.uploads.list(caller!.projectId, { limit: NEWEST })).map(showUpload);
  }

  async read({ caller }: FastifyRequest, id: string): Promise<{ media_type: string; content: Buffer }> {
    const { projectId } = caller!;
    const { media_type, bytes } = await this.uploads.get(id, projectId);
    if (bytes > MAX_READ_BYTES)
      throw new PerceptError('PAYLOAD_TOO_LARGE', `It has ${bytes} bytes, too many for an agent: download ${contentPath(id)}.`);
    const content = await this.uploads.read(id, { projectId, field: 'uri', grow: async () => undefined });
    return { media_type, content: Buffer.from(content.buffer, content.byteOffset, content.length) };
  }
}
