import type { ModelWatcher, PipelineResponse, Pipelines, RunDetailResponse, RunResponse } from '@percept/core';
import type { FastifyRequest } from 'fastify';

export interface RunOptions {
  /** Aborted: the run is cancelled. */
  signal: AbortSignal;
  /** Ended items, and all that are known so far. */
  onProgress: (done: number, total: number) => void;
}

export interface RunStart {
  pipeline: string;
  inputs: Record<string, unknown>;
}

/** What a door asks of the service about models, pipelines and runs: a port, as `CompatCalls`. */
export abstract class CompatLibrary {
  /** The models that all projects have, and those of the caller's project. */
  abstract models(request: FastifyRequest): ReturnType<ModelWatcher['list']>;
  /** The pipelines of the caller's project; none for a key without the scope `pipelines`. */
  abstract pipelines(request: FastifyRequest): Promise<PipelineResponse[]>;
  /** The newest runs of the caller's project; none for a key without the scope `pipelines`. */
  abstract runs(request: FastifyRequest): Promise<RunResponse[]>;
  /**
   * Starts a run and waits for its end.
   * @throws FORBIDDEN, NOT_FOUND, INVALID_REQUEST for an input at fault.
   */
  abstract run(request: FastifyRequest, start: RunStart, options: RunOptions): Promise<RunDetailResponse>;
  /** @throws FORBIDDEN, NOT_FOUND; as the methods below. */
  abstract pipeline(request: FastifyRequest, name: string): Promise<PipelineResponse>;
  abstract get(request: FastifyRequest, runId: string): Promise<RunDetailResponse>;
  /** The first items of a run. */
  abstract items(request: FastifyRequest, runId: string): ReturnType<Pipelines['items']>;
  /** The text of a file that a run wrote. @throws PAYLOAD_TOO_LARGE too. */
  abstract output(request: FastifyRequest, runId: string, name: string): Promise<string>;
}
