import { Injectable } from '@nestjs/common';
import { CompatLibrary, type RunOptions, type RunStart } from '@percept/compat';
import {
  Config,
  ENDED,
  listModels,
  ModelWatcher,
  PerceptError,
  Pipelines,
  type Page,
  type PipelineResponse,
  type RunDetailResponse,
  type RunItemResponse,
  type RunResponse,
} from '@percept/core';
import type { FastifyRequest } from 'fastify';
import { setTimeout as sleep } from 'node:timers/promises';
import { billedAccountOf, type Caller } from '../auth/caller';
import { dataRoots } from '../config/folders';

const NEWEST = 20;
const MAX_ITEMS = 100;
const MAX_TEXT_BYTES = 1024 * 1024;
/** How often a run that a caller waits for is looked at. */
const POLL_INTERVAL_MS = 300;

/** Models, pipelines and runs, by the rights of the caller. */
@Injectable()
export class ServiceLibrary extends CompatLibrary {
  private readonly roots: string[];

  constructor(
    private readonly core: Pipelines,
    private readonly live: ModelWatcher,
    config: Config,
  ) {
    super();
    this.roots = dataRoots(config);
  }

  models(): ReturnType<typeof listModels> {
    return listModels(this.live.current);
  }

  async pipelines({ caller }: FastifyRequest): Promise<PipelineResponse[]> {
    if (!isAllowed(caller!)) return [];
    const { registry } = this.core;
    const { projectId } = caller!;
    const listed = await registry.list(projectId);
    return Promise.all(listed.map(({ name }) => registry.show(name, projectId)));
  }

  async runs({ caller }: FastifyRequest): Promise<RunResponse[]> {
    if (!isAllowed(caller!)) return [];
    return (await this.core.runs({ projectId: caller!.projectId, limit: NEWEST })).rows;
  }

  async run(request: FastifyRequest, { pipeline, inputs }: RunStart, options: RunOptions): Promise<RunDetailResponse> {
    const caller = allowed(request);
    const { source, file } = await this.core.registry.source(pipeline, caller.projectId);
    const payer = billedAccountOf(caller);
    const { id } = await this.core.start(source, file, { inputs, roots: this.roots, payer });
    return this.waitFor(id, options);
  }

  async pipeline(request: FastifyRequest, name: string): Promise<PipelineResponse> {
    return this.core.registry.show(name, allowed(request).projectId);
  }

  async get(request: FastifyRequest, runId: string): Promise<RunDetailResponse> {
    return this.core.get(runId, allowed(request).projectId);
  }

  async items(request: FastifyRequest, runId: string): Promise<Page<RunItemResponse>> {
    await this.get(request, runId);
    return this.core.items(runId, { limit: MAX_ITEMS });
  }

  async output(request: FastifyRequest, runId: string, name: string): Promise<string> {
    await this.get(request, runId);
    const { bytes, size } = await this.core.artifact(runId, name);
    if (size > MAX_TEXT_BYTES) {
      bytes.destroy();
      const reason = `It has ${size} bytes, too many for an agent: download /v2/runs/${runId}/artifacts/${encodeURIComponent(name)}.`;
      throw new PerceptError('PAYLOAD_TOO_LARGE', reason);
    }
    const chunks: Buffer[] = [];
    for await (const chunk of bytes) chunks.push(chunk as Buffer);
    return Buffer.concat(chunks).toString('utf8');
  }

  /** A caller who hangs up leaves the run to itself; one who cancels ends it. */
  private async waitFor(id: string, { signal, onProgress }: RunOptions): Promise<RunDetailResponse> {
    let told = -1;
    for (;;) {
      const run = await this.core.get(id);
      const { succeeded, failed, total } = run.counts;
      if (succeeded + failed !== told) onProgress((told = succeeded + failed), total);
      if (ENDED.includes(run.status)) return run;
      if (signal.aborted) return this.core.cancel(id);
      await sleep(POLL_INTERVAL_MS, undefined, { signal }).catch(() => undefined);
    }
  }
}

const isAllowed = ({ scopes }: Caller): boolean => scopes.includes('pipelines');

function allowed({ caller }: FastifyRequest): Caller {
  if (isAllowed(caller!)) return caller!;
  throw new PerceptError('FORBIDDEN', `The key '${caller!.name}' lacks the scope 'pipelines'.`);
}
