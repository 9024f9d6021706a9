import type { ModelEntry } from '@percept/core';
import { openAsBlob } from 'node:fs';
import { basename } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import type { PullResponse } from '../../inference/models/model-responses';
import type { ServiceClient } from '../service/client';
import { patient } from './train';
import type { CatalogueRow, ImageCaller, ModelStore, PullCommandOptions } from './model-store';

const POLL_INTERVAL_MS = 500;

/** The models of a service, which downloads them itself. */
export class ServedModels implements ModelStore {
  constructor(private readonly service: ServiceClient) {}

  async list(): Promise<ModelEntry[]> {
    return (await this.service.ask<{ models: ModelEntry[] }>('GET', '/v2/models')).models;
  }

  async catalogue(): Promise<CatalogueRow[]> {
    const { models } = await this.service.ask<{ models: CatalogueRow[] }>('GET', '/v2/catalogue');
    return models.map(({ name, summary, measured, task, licence, bytes }) => ({ name, summary, measured, task, licence, bytes }));
  }

  async pull(name: string, { onProgress }: PullCommandOptions): Promise<string> {
    const path = `${pathOf(name)}/pull`;
    let pull = await this.service.ask<PullResponse>('POST', path);
    while (pull.status === 'running') {
      onProgress(pull.bytes_done, pull.bytes_total);
      await wait(POLL_INTERVAL_MS);
      pull = await this.service.ask<PullResponse>('GET', path);
    }
    if (pull.status === 'failed') throw new Error(`The service could not pull ${name}: ${pull.reason}`);
    return `the models folder of ${this.service.connection.url}`;
  }

  use(name: string): Promise<ModelEntry> {
    return this.service.ask('POST', `${pathOf(name)}/default`);
  }

  withCalls<T>(work: (call: ImageCaller) => Promise<T>): Promise<T> {
    return work(async (capability, fields, file) => {
      const body = new FormData();
      for (const [name, value] of Object.entries(fields)) body.append(name, String(value));
      body.append('image', await openAsBlob(file), basename(file));
      return patient(() => this.service.ask('POST', `/v2/${capability.replace('.', '/')}`, { body }));
    });
  }

  configured(): undefined {
    return undefined;
  }
}

const pathOf = (name: string): string => `/v2/models/${encodeURIComponent(name)}`;
