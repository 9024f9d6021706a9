import { Injectable } from '@nestjs/common';
import { DEFAULT_PROJECT } from '@percept/core';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { AuditLog, type Done } from './audit-log';

const SHOWN_CHARACTERS = 12;
const WINDOW_MS = 60_000;
const MAX_A_MINUTE = 60;
const SIGN_IN = /^\/v1\/session$/;

/** How many refusals this process may still log in the current minute: a flood must not fill the disk. */
let left = MAX_A_MINUTE;
let window = 0;

/** The audit log's entry for a refused key or a failed sign-in. Undefined for any other answer, and in a flood. */
function refusalOf(request: FastifyRequest, status: number): Done | undefined {
  const isSignIn = request.method === 'POST' && SIGN_IN.test(request.routeOptions.url ?? '') && status >= 400;
  const key = /^Bearer +(\S+)$/i.exec(request.headers.authorization ?? '')?.[1];
  if (!isSignIn && (status !== 401 || key === undefined)) return undefined;
  const minute = Math.floor(Date.now() / WINDOW_MS);
  if (minute !== window) [window, left] = [minute, MAX_A_MINUTE];
  if (left-- <= 0) return undefined;
  const about = { address: request.ip, requestId: request.id };
  if (isSignIn) return { action: 'sign-in refused', ...about };
  // The prefix that a list of keys shows: enough to recognize one's own key, and no help to guess it.
  return { action: 'key refused', target: key!.slice(0, SHOWN_CHARACTERS), ...about };
}

/** A sender who did not prove their identity. */
const STRANGER = { kind: 'anyone', id: 'anyone', name: 'anyone', projectId: DEFAULT_PROJECT } as const;
const READING = ['GET', 'HEAD', 'OPTIONS'];

/** Records changes by keys and administrators before the response confirms them. Also records refused keys and failed sign-ins. */
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

/** The id in the path, or in the response for a new resource. */
function targetOf({ params }: FastifyRequest, payload: unknown): string | null {
  const named = Object.values((params ?? {}) as Record<string, string>)[0];
  if (named !== undefined) return named;
  const id = typeof payload === 'string' ? /"id":"([^"]{1,100})"/.exec(payload)?.[1] : undefined;
  return id ?? null;
}
