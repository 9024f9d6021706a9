import { Injectable } from '@nestjs/common';
import { CompatObjects, type Exchange, type LaterCall } from '@percept/compat';
import { Config, objectStorageOf, PerceptError, PluginHost } from '@percept/core';
import type { FastifyRequest } from 'fastify';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Analyses } from '../analyses/analyses';
import { CallMeter } from './call-meter';

const VIDEO = 'vision.video.analyze';

/** Objects of S3 storage, by the rules that pipelines have. */
@Injectable()
export class ServiceObjects extends CompatObjects {
  private readonly buckets: ReturnType<ReturnType<typeof objectStorageOf>['for']>;

  constructor(
    config: Config,
    private readonly host: PluginHost,
    private readonly analyses: Analyses,
    private readonly meter: CallMeter,
  ) {
    super();
    this.buckets = objectStorageOf(config).for({ bounded: true });
  }

  async read(request: FastifyRequest, url: string, maxBytes: number): Promise<Uint8Array> {
    this.checkScope(request);
    return this.buckets.storage.readBytes(this.buckets.object(url, 'S3Object'), { maxBytes });
  }

  async acceptVideo(exchange: Exchange, url: string, fields: Record<string, unknown>): Promise<string> {
    const { request } = exchange;
    this.checkScope(request);
    const at = this.buckets.object(url, 'S3Object');
    const { long } = this.host.capabilities.get(VIDEO) ?? {};
    const longAtOnce = long ? Math.max(1, this.host.stats().workers - 1) : undefined;
    return this.meter.accept(exchange, async () => {
      const folder = await mkdtemp(join(tmpdir(), 'percept-object-'));
      try {
        const file = join(folder, 'video');
        await this.buckets.storage.download(at, file, { maxBytes: this.buckets.maxMediaBytes });
        const input = { fields, media: { field: 'video', file } };
        this.host.check(VIDEO, input);
        const call = { capability: VIDEO, input, caller: request.caller!, requestId: request.id, longAtOnce };
        return (await this.analyses.accept(call)).id;
      } finally {
        await rm(folder, { recursive: true, force: true });
      }
    });
  }

  later({ caller }: FastifyRequest, id: string): Promise<LaterCall> {
    return this.analyses.get(id, caller!.projectId);
  }

  /** The same that reads the files of the data folders. */
  private checkScope({ caller }: FastifyRequest): void {
    if (caller!.scopes.includes('pipelines')) return;
    throw new PerceptError('FORBIDDEN', `The key '${caller!.name}' lacks the scope 'pipelines', which reads objects.`);
  }
}
