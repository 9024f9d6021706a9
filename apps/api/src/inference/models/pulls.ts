import { Injectable } from '@nestjs/common';
import { Config, ModelCatalogue, ModelWatcher } from '@percept/core';
import { PerceptError } from '@percept/sdk';
import { standardVariables } from '../../platform/config/environment';
import { modelPaths } from './model-paths';
import type { CatalogueModelResponse, PullResponse } from './model-responses';

/** Downloads models of the catalogue into the models folder of this process. A second request for a model joins its download. */
@Injectable()
export class Pulls {
  /** The latest download of each model. */
  private readonly pulls = new Map<string, PullResponse>();

  constructor(
    private readonly config: Config,
    private readonly live: ModelWatcher,
  ) {}

  catalogue(): CatalogueModelResponse[] {
    const present = new Set(this.live.list().map(({ name }) => name));
    return this.read().rows.map(({ weightBytes: _, measured = null, ...row }) => {
      return { ...row, measured, present: present.has(row.name), pull: this.pulls.get(row.name) ?? null };
    });
  }

  /** @throws NOT_FOUND, which suggests the nearest name of the catalogue. */
  start(name: string): PullResponse {
    const catalogue = this.read();
    const { bytes } = catalogue.row(name);
    const running = this.pulls.get(name);
    if (running?.status === 'running') return { ...running };
    const started_at = new Date().toISOString();
    const times = { started_at, ended_at: null, reason: null };
    const pull: PullResponse = { name, status: 'running', bytes_done: 0, bytes_total: bytes, ...times };
    this.pulls.set(name, pull);
    void this.fetch(catalogue, pull);
    return { ...pull };
  }

  /** @throws NOT_FOUND. */
  get(name: string): PullResponse {
    const pull = this.pulls.get(name);
    if (!pull) throw PerceptError.notFound(`A pull of the model '${name.slice(0, 100)}'`);
    return { ...pull };
  }

  private async fetch(catalogue: ModelCatalogue, pull: PullResponse): Promise<void> {
    const mirror = this.config.PERCEPT_MODELS_MIRROR || undefined;
    const onProgress = (done: number): void => void (pull.bytes_done = done);
    try {
      await catalogue.pull(pull.name, this.config.ownModelsDir, { mirror, environment: standardVariables(), onProgress });
      // Reloads first, so that the model can be called as soon as its download is reported as finished.
      await this.live.reload();
      Object.assign(pull, { status: 'succeeded', bytes_done: pull.bytes_total });
    } catch (error) {
      Object.assign(pull, { status: 'failed', reason: (error as Error).message });
    }
    pull.ended_at = new Date().toISOString();
  }

  private read(): ModelCatalogue {
    return ModelCatalogue.read(modelPaths(this.config));
  }
}
