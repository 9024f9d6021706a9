import { Injectable } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { UsageRecorder } from './usage-recorder';

declare module 'fastify' {
  interface FastifyRequest {
    /** Whether each of its capability calls was reported by itself. */
    recordedCalls?: boolean;
  }
}

/** Reports every request of a known caller, including refused ones. */
@Injectable()
export class RequestUsage {
  constructor(private readonly usage: UsageRecorder) {}

  record(request: FastifyRequest, { statusCode: status, elapsedTime: durationMs }: FastifyReply): void {
    const { caller } = request;
    // An accepted analysis is reported when it ends.
    if (!caller || request.is404 || request.recordedCalls || (status === 202 && request.routeOptions.config.capability)) return;
    const { projectId, id: keyId } = caller;
    this.usage.record({ projectId, keyId, operation: operationOf(request), status, durationMs });
  }
}

function operationOf({ method, routeOptions: { config, url } }: FastifyRequest): string {
  return config.capability ?? `${method} ${url}`;
}
