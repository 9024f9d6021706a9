import { Injectable } from '@nestjs/common';
import { CompatObjects, type Exchange } from '@percept/compat';
import { Config, FairBudget, newId, Pipelines, PluginHost } from '@percept/core';
import { PerceptError } from '@percept/sdk';
import type { DoorObjects } from '@percept/sdk/doors';
import type { FastifyRequest } from 'fastify';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { Analyses } from '../analyses/analyses';
import { longAtOnce } from '../analyses/long-at-once';
import { folderIn } from '../analyses/uploaded-media';
import { getCallerShare } from '../../access/auth/caller';
import { ClientDisconnected } from '../../request/http/client-disconnected';
import { CallMeter } from './call-meter';

const VIDEO = 'vision.video.analyze';

type FoundObject = Awaited<ReturnType<ServiceObjects['object']>>;

/** Objects of S3 storage, under the same rules as for pipelines. */
@Injectable()
export class ServiceObjects extends CompatObjects {
  private readonly folder: string;

  // oxlint-disable-next-line max-params -- one for each injected provider
  constructor(
    config: Config,
    private readonly host: PluginHost,
    private readonly analyses: Analyses,
    private readonly meter: CallMeter,
    private readonly memory: FairBudget,
    private readonly pipelines: Pipelines,
  ) {
    super();
    this.folder = folderIn(config.PERCEPT_DATA_DIR);
  }

  of(exchange: Exchange): DoorObjects {
    return {
      read: (url, maxBytes) => this.read(exchange, url, maxBytes),
      acceptVideo: (url, fields) => this.acceptVideo(exchange, url, fields),
    };
  }

  private async read(exchange: Exchange, url: string, maxBytes: number): Promise<Uint8Array> {
    const { storage, at } = await this.object(exchange.request, url);
    return this.counted(exchange, { storage, at, maxBytes }, (options) => storage.readBytes(at, options));
  }

  private async acceptVideo(exchange: Exchange, url: string, fields: Record<string, unknown>): Promise<string> {
    const { request } = exchange;
    const { storage, at, maxMediaBytes: maxBytes } = await this.object(request, url);
    return this.meter.accept(exchange, async () => {
      // Retention removes the files that a killed process leaves.
      const file = join(this.folder, `${newId('ana')}.part`);
      try {
        await this.counted(exchange, { storage, at, maxBytes }, (options) => storage.download(at, file, options));
        const input = { fields, media: { field: 'video', file } };
        this.host.check(VIDEO, input);
        const call = {
          capability: VIDEO,
          input,
          caller: request.caller!,
          requestId: request.id,
          longAtOnce: longAtOnce(this.host, VIDEO),
        };
        return (await this.analyses.accept(call)).id;
      } finally {
        await rm(file, { force: true });
      }
    });
  }

  /** Reads an object into the caller's share of the media memory, which stays claimed until the request is answered. */
  private async counted<T>(
    { request, reply }: Exchange,
    { storage, at, maxBytes }: Pick<FoundObject, 'storage' | 'at'> & { maxBytes: number },
    read: (options: { maxBytes: number; signal: AbortSignal; etag?: string }) => Promise<T>,
  ): Promise<T> {
    const { size, etag } = await storage.head(at);
    const ended = new AbortController();
    const claim = this.memory.open({ share: getCallerShare(request.caller!), onEnd: (reason) => ended.abort(reason) });
    reply.raw.once('close', () => {
      ended.abort(new ClientDisconnected());
      claim.release();
    });
    if (size <= maxBytes) await claim.grow(size);
    const bytes = await read({ maxBytes, signal: ended.signal, etag });
    claim.keep();
    return bytes;
  }

  /** An object that the project may read. It takes the scope that reads the files of the project's folders. @throws FORBIDDEN. */
  private async object({ caller }: FastifyRequest, url: string) {
    if (caller!.scopes.includes('pipelines')) {
      const { files } = this.pipelines;
      const access = await files.objects(caller!.projectId, { bounded: true });
      return { storage: access.storage, maxMediaBytes: access.maxMediaBytes, at: access.object(url, 'S3Object') };
    }
    throw new PerceptError('FORBIDDEN', `The key '${caller!.name}' lacks the scope 'pipelines', which reads objects.`);
  }
}
