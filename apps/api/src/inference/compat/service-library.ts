import { Injectable } from '@nestjs/common';
import { CompatLibrary, type RunOptions, type RunStart } from '@percept/compat';
import { ModelWatcher, Pipelines, type PipelineResponse, type RunDetailResponse, type RunResponse } from '@percept/core';
import { PerceptError } from '@percept/sdk';
import type { FastifyRequest } from 'fastify';
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { AuditLog } from '../../access/audit/audit-log';
import { getBilledAccount, type Caller } from '../../access/auth/caller';
import type { StreamSlot } from '../../request/http/streams/event-streams';

const NEWEST = 20;
const MAX_ITEMS = 100;
const MAX_TEXT_BYTES = 1024 * 1024;

/** Models, pipelines and runs that the caller may access. */
@Injectable()
export class ServiceLibrary extends CompatLibrary {
  constructor(
    private readonly core: Pipelines,
    private readonly live: ModelWatcher,
    private readonly audit: AuditLog,
  ) {
    super();
  }

  models({ caller }: FastifyRequest): ReturnType<ModelWatcher['list']> {
    return this.live.list(caller!.projectId);
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
    const payer = getBilledAccount(caller);
    // A waiting caller takes a place among the event streams, and polls the run as they do.
    const left = new AbortController();
    const place = await request.server.streams!.enter(request, (reason) => left.abort(reason), randomUUID());
    try {
      const roots = await this.core.files.roots(caller.projectId);
      const { id } = await this.core.start(source, file, { inputs, roots, payer });
      await this.audit.record(caller, { action: 'POST /mcp run', target: id, address: request.ip, requestId: request.id });
      return await this.waitFor(id, place, { ...options, left: left.signal });
    } finally {
      place.leave();
    }
  }

  async pipeline(request: FastifyRequest, name: string): Promise<PipelineResponse> {
    return this.core.registry.show(name, allowed(request).projectId);
  }

  async get(request: FastifyRequest, runId: string): Promise<RunDetailResponse> {
    return this.core.get(runId, allowed(request).projectId);
  }

  async items(request: FastifyRequest, runId: string): ReturnType<Pipelines['items']> {
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

  /**
   * If the caller hangs up, or another project needs the caller's place, the run goes on. If the caller cancels, the run ends.
   * @throws OVERLOADED if the place is needed; UNAUTHORIZED when the key has ended.
   */
  private async waitFor(id: string, place: StreamSlot, { signal, onProgress, left }: RunOptions & { left: AbortSignal }) {
    let told = -1;
    for (;;) {
      if (left.aborted)
        throw new PerceptError('OVERLOADED', `Too many callers wait for runs. The run ${id} goes on: read it later.`);
      if (!(await place.isAllowed())) throw new PerceptError('UNAUTHORIZED', 'The key has ended.');
      const run = await this.core.get(id);
      const { succeeded, failed, total } = run.counts;
      if (succeeded + failed !== told) onProgress((told = succeeded + failed), total);
      if (Pipelines.ENDED.includes(run.status)) return run;
      if (signal.aborted) return this.core.cancel(id);
      await sleep(place.intervalMs, undefined, { signal: AbortSignal.any([signal, left]) }).catch(() => undefined);
    }
  }
}

const isAllowed = ({ scopes }: Caller): boolean => scopes.includes('pipelines');

function allowed({ caller }: FastifyRequest): Caller {
  if (isAllowed(caller!)) return caller!;
  throw new PerceptError('FORBIDDEN', `The key '${caller!.name}' lacks the scope 'pipelines'.`);
}
