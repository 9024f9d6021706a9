import { Injectable, type CallHandler, type ExecutionContext, type NestInterceptor } from '@nestjs/common';
import { PerceptError, toJson } from '@percept/sdk';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { createHash } from 'node:crypto';
import { from, lastValueFrom, type Observable } from 'rxjs';
import { sessionTokenIn } from '../../access/auth/sessions/session-token';
import { Idempotency, type KeptAnswer, type Once } from './idempotency';

const KEY = /^[\x21-\x7e]{1,255}$/;

/** Executes POST requests with an `Idempotency-Key` once. Analyses create nothing, so their answers are not kept. */
@Injectable()
export class IdempotencyInterceptor implements NestInterceptor {
  constructor(private readonly idempotency: Idempotency) {}

  intercept(context: ExecutionContext, next: CallHandler): Observable<unknown> {
    const request = context.switchToHttp().getRequest<FastifyRequest>();
    const reply = context.switchToHttp().getResponse<FastifyReply>();
    const { config } = request.routeOptions;
    if (request.method !== 'POST' || config.media || request.headers['idempotency-key'] === undefined) return next.handle();
    const work = async (): Promise<KeptAnswer> => {
      const body: unknown = await lastValueFrom(next.handle(), { defaultValue: undefined });
      return { status: reply.statusCode, location: reply.getHeader('location') as string | undefined, body };
    };
    const answer = async (): Promise<unknown> => {
      const once = await readOnce(request, async () => toJson(request.body ?? null));
      return once ? replay(await this.idempotency.once(once, work), reply) : (await work()).body;
    };
    return from(answer());
  }
}

/** Undefined without the header or a caller. @param bodyOf the body or its digest. @throws INVALID_REQUEST. */
export async function readOnce(request: FastifyRequest, bodyOf: () => Promise<string>): Promise<Once | undefined> {
  const key = request.headers['idempotency-key'];
  if (key === undefined || !request.caller) return undefined;
  if (typeof key !== 'string' || !KEY.test(key))
    throw PerceptError.invalid('Idempotency-Key', 'must be 1 to 255 printable characters without spaces, such as a UUID.');
  const fingerprint = createHash('sha256')
    .update(`${request.method} ${request.url}\n`)
    .update(await bodyOf())
    .digest('hex');
  const credential = request.headers.authorization ?? sessionTokenIn(request) ?? '';
  const { id, projectId, isVisiting } = request.caller;
  return { callerId: isVisiting ? `${id} in ${projectId}` : id, key, credential, fingerprint };
}

/** Returns the body. For a replayed answer also sets status and headers. */
export function replay({ status, location, body, replayed }: KeptAnswer & { replayed: boolean }, reply: FastifyReply): unknown {
  if (!replayed) return body;
  void reply.status(status).header('idempotent-replayed', 'true');
  if (location !== undefined) void reply.header('location', location);
  return body;
}
