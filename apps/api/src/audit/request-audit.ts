import { Injectable } from '@nestjs/common';
import { DEFAULT_PROJECT } from '@percept/core';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { AuditLog } from './audit-log';
import { refusalOf } from './refusals';

/** Somebody who did not prove who they are. */
const STRANGER = { kind: 'anyone', id: 'anyone', name: 'anyone', projectId: DEFAULT_PROJECT } as const;
const READING = ['GET', 'HEAD', 'OPTIONS'];

/** Records what a key or an administrator changes before the response says that it is done, refused keys and failed sign-ins. */
@Injectable()
export class RequestAudit {
  constructor(private readonly log: AuditLog) {}

  async record(request: FastifyRequest, reply: FastifyReply, payload: unknown): Promise<void> {
    const refusal = refusalOf(request, reply.statusCode);
    if (refusal) return this.log.record(STRANGER, refusal);
    if (!isAudited(request, reply)) return;
    const { method, caller, ip: address, id: requestId } = request;
    const action = `${method} ${request.routeOptions.url}`;
    await this.log.record(caller!, { action, target: targetOf(request, payload), address, requestId });
  }
}

/** Analyses change nothing. */
function isAudited({ method, caller, is404, routeOptions }: FastifyRequest, { statusCode }: FastifyReply): boolean {
  if (READING.includes(method) || is404 || statusCode >= 400 || !caller) return false;
  const { audited, capability, scope } = routeOptions.config;
  return caller.kind !== 'anyone' && (audited ?? (!capability && scope !== 'predict'));
}

/** The id in the path; of a new resource the id in the response. */
function targetOf({ params }: FastifyRequest, payload: unknown): string | null {
  const named = Object.values((params ?? {}) as Record<string, string>)[0];
  if (named !== undefined) return named;
  const id = typeof payload === 'string' ? /"id":"([^"]{1,100})"/.exec(payload)?.[1] : undefined;
  return id ?? null;
}
