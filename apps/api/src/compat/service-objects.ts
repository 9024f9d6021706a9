import { Injectable } from '@nestjs/common';
import { CompatObjects, type Exchange, type LaterCall } from '@percept/compat';
import { Config, FairBudget, newId, objectStorageOf, PerceptError, PluginHost, type S3Location } from '@percept/core';
import type { FastifyRequest } from 'fastify';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { Analyses } from '../analyses/analyses';
import { folderIn } from '../analyses/uploaded-media';
import { shareOf } from '../auth/caller';
import { ClientDisconnected } from '../http/client-disconnected';
import { CallMeter } from './call-meter';

const VIDEO = 'vision.video.analyze';

/** Objects of S3 storage, by the rules that pipelines have. */
@Injectable()
export class ServiceObjects extends CompatObjects {
  private readonly buckets: ReturnType<ReturnType<typeof objectStorageOf>['for']>;
  private readonly folder: string;

  // oxlint-disable-next-line max-params -- one for each injected provider
  constructor(
    config: Config,
    private readonly host: PluginHost,
    private readonly analyses: Analyses,
    private readonly meter: CallMeter,
    private readonly memory: FairBudget,
  ) {
    super();
    this.buckets = objectStorageOf(config).for({ bounded: true });
    this.folder = folderIn(config.PERCEPT_DATA_DIR);
  }

  async read(exchange: Exchange, url: string, maxBytes: number): Promise<Uint8Array> {
    this.checkScope(exchange.request);
    const at = this.buckets.object(url, 'S3Object');
    return this.counted(exchange, { at, maxBytes }, (options) => this.buckets.storage.readBytes(at, options));
  }

  async acceptVideo(exchange: Exchange, url: string, fields: Record<string, unknown>): Promise<string> {
    const { request } = exchange;
    this.checkScope(request);
    const at = this.buckets.object(url, 'S3Object');
    const { long } = this.host.capabilities.get(VIDEO) ?? {};
    const longAtOnce = long ? Math.max(1, this.host.stats().workers - 1) : undefined;
    return this.meter.accept(exchange, async () => {
      // Retention removes what a killed process leaves.
      const file = join(this.folder, `${newId('ana')}.part`);
      try {
        const { maxMediaBytes: maxBytes } = this.buckets;
        await this.counted(exchange, { at, maxBytes }, (options) => this.buckets.storage.download(at, file, options));
        const input = { fields, media: { field: 'video', file } };
        this.host.check(VIDEO, input);
        const call = { capability: VIDEO, input, caller: request.caller!, requestId: request.id, longAtOnce };
        return (await this.analyses.accept(call)).id;
      } finally {
        await rm(file, { force: true });
      }
    });
  }

  later({ caller }: FastifyRequest, id: string): Promise<LaterCall> {
    return this.analyses.get(id, caller!.projectId);
  }

  /** Reads an object in the caller's share of the memory for media, which it keeps until the request is answered. */
  private async counted<T>(
    { request, reply }: Exchange,
    { at, maxBytes }: { at: S3Location; maxBytes: number },
    read: (options: { maxBytes: number; signal: AbortSignal; etag?: string }) => Promise<T>,
  ): Promise<T> {
    const { size, etag } = await this.buckets.storage.head(at);
    const ended = new AbortController();
    const claim = this.memory.open({ share: shareOf(request.caller!), onEnd: (reason) => ended.abort(reason) });
    reply.raw.once('close', () => {
      ended.abort(new ClientDisconnected());
      claim.release();
    });
    if (size <= maxBytes) await claim.grow(size);
    const bytes = await read({ maxBytes, signal: ended.signal, etag });
    claim.keep();
    return bytes;
  }

  /** The same that reads the files of the data folders. */
  private checkScope({ caller }: FastifyRequest): void {
    if (caller!.scopes.includes('pipelines')) return;
    throw new PerceptError('FORBIDDEN', `The key '${caller!.name}' lacks the scope 'pipelines', which reads objects.`);
  }
}
