import type { ModelWatcher, PipelineResponse, Pipelines, RunDetailResponse, RunResponse } from '@percept/core';
import type { FastifyRequest } from 'fastify';

export interface RunOptions {
  /** Cancels the run when aborted. */
  signal: AbortSignal;
  /** Receives the number of ended items and of all items known so far. */
  onProgress: (done: number, total: number) => void;
}

export interface RunStart {
  pipeline: string;
  inputs: Record<string, unknown>;
}

/** The models, pipelines and runs that a door needs; a port, as `CompatCalls`. */
export abstract class CompatLibrary {
  /** The models of all projects, and those of the caller's project. */
  abstract models(request: FastifyRequest): ReturnType<ModelWatcher['list']>;
  /** The pipelines of the caller's project. Empty for a key without the scope `pipelines`. */
  abstract pipelines(request: FastifyRequest): Promise<PipelineResponse[]>;
  /** The newest runs of the caller's project. Empty for a key without the scope `pipelines`. */
  abstract runs(request: FastifyRequest): Promise<RunResponse[]>;
  /** Starts a run and waits for its end. @throws FORBIDDEN, NOT_FOUND; INVALID_REQUEST for an invalid input. */
  abstract run(request: FastifyRequest, start: RunStart, options: RunOptions): Promise<RunDetailResponse>;
  /** @throws FORBIDDEN, NOT_FOUND; so do the methods below. */
  abstract pipeline(request: FastifyRequest, name: string): Promise<PipelineResponse>;
  abstract get(request: FastifyRequest, runId: string): Promise<RunDetailResponse>;
  /** The first items of a run. */
  abstract items(request: FastifyRequest, runId: string): ReturnType<Pipelines['items']>;
  /** The text of a file that a run wrote. @throws PAYLOAD_TOO_LARGE, too. */
  abstract output(request: FastifyRequest, runId: string, name: string): Promise<string>;
}
