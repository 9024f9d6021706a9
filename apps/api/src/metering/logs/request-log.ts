import { Inject, Injectable } from '@nestjs/common';
import { Config, newId, type Log } from '@percept/core';
import { type PerceptError } from '@percept/sdk';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { LOG } from '../../platform/config/service.module';
import { describeShape, shapeOfJson } from './body-shape';
import { keptBody } from './kept-body';
import { RequestRecorder } from './request-recorder';

declare module 'fastify' {
  interface FastifyRequest {
    /** Why the request was refused or failed. */
    failure?: { code: PerceptError['code']; message: string; details?: PerceptError['details'] };
    bodyShape?: Record<string, string> | null;
    /** The request and response bodies, as far as they are kept. */
    keptBody?: string | null;
    keptAnswer?: string | null;
  }
}

const MAX_MESSAGE = 300;
const MAX_TYPE = 60;
const MAX_PATH = 300;
/** Statuses of a flood. Metrics count these refusals; one log line for each would make the flood worse. */
const FLOODS = [429, 503];

/** Logs every request of a known caller, both in the process log and in the database. */
@Injectable()
export class RequestLog {
  constructor(
    private readonly config: Config,
    private readonly recorder: RequestRecorder,
    @Inject(LOG) private readonly log: Log,
  ) {}

  /** Runs before the handler, because a call's body has moved to a worker thread when the response is sent. */
  beforeHandler(request: FastifyRequest): void {
    const { capability } = request.routeOptions.config;
    if (capability) request.bodyShape = shapeOfJson(request.body, request.headers['content-type']);
    // Bodies about keys, sessions, secrets and endpoints are never kept, whatever their fields are called.
    const isOfWork = capability !== undefined || request.routeOptions.config.scope === 'pipelines';
    if (isOfWork && this.keepsBodies) request.keptBody = keptBody(request.body);
  }

  /** Keeps only the answers of capabilities. Others contain secrets that are shown once, such as the address of a hook. */
  beforeSend(request: FastifyRequest, payload: unknown): void {
    if (request.routeOptions.config.capability && this.keepsBodies) request.keptAnswer = keptBody(payload);
  }

  private get keepsBodies(): boolean {
    return this.config.PERCEPT_REQUEST_LOG.endsWith(',bodies');
  }

  observe(request: FastifyRequest, reply: FastifyReply): void {
    const { id: request_id, method, caller, failure } = request;
    const [status, ms] = [reply.statusCode, Math.round(reply.elapsedTime)];
    const route = request.is404 ? 'unknown' : (request.routeOptions.url ?? 'unknown');
    // A request that a page sends on its own, such as the editor's checks.
    const isOwn = isPage(request) && !request.routeOptions?.config?.capability;
    const isShown = caller !== undefined && !(isPage(request) && method === 'GET' && status < 400);
    const path = request.url.split('?')[0]!.slice(0, MAX_PATH);
    const line = {
      request_id,
      method,
      route,
      status,
      ms,
      // The path of an unknown caller may contain a secret, such as the address of a hook.
      ...(caller && { path, caller: caller.id }),
      ...(failure && { error: failure.code }),
    };
    const isPrinted = this.config.logsRequests && isShown && !FLOODS.includes(status) && !(isOwn && status < 500);
    this.log[isPrinted ? 'info' : 'debug'](line, 'request');
    if (isShown && this.isKept(status)) this.keep(request, { status, duration_ms: ms, route: path }, route);
  }

  private isKept(status: number): boolean {
    const [kept] = this.config.PERCEPT_REQUEST_LOG.split(',');
    return kept === 'all' || (kept === 'errors' && status >= 400);
  }

  private keep(request: FastifyRequest, answer: { status: number; duration_ms: number; route: string }, route: string): void {
    const { caller, method, failure, headers } = request;
    const shape = request.bodyShape ?? describeShape(request.body);
    this.recorder.record({
      ...answer,
      ...{ id: newId('log'), project_id: caller!.projectId, request_id: request.id, at: Date.now(), method },
      ...{ caller_kind: isPage(request) ? 'administrator' : caller!.kind, caller_id: caller!.id, caller_name: caller!.name },
      operation: request.routeOptions?.config?.capability ?? `${method} ${route}`,
      // The media type without parameters such as the boundary of a form.
      content_type: headers['content-type']?.split(';')[0]!.slice(0, MAX_TYPE) ?? null,
      bytes: Number.parseInt(headers['content-length'] ?? '', 10) || null,
      shape: shape && JSON.stringify(shape),
      ...{ body: request.keptBody ?? null, answer: request.keptAnswer ?? null },
      error_code: failure?.code ?? null,
      error_field: failure?.details?.field.slice(0, MAX_MESSAGE) ?? null,
      error_message: failure?.message.slice(0, MAX_MESSAGE) ?? null,
    });
  }
}

/** Whether a page of the dashboard sent the request: it polls while it is open, so successful reads are not logged. */
const isPage = ({ caller, headers }: FastifyRequest): boolean =>
  caller?.kind === 'administrator' || (caller?.kind === 'anyone' && headers['sec-fetch-site'] === 'same-origin');
