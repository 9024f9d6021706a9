import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Audit } from './audit-log';

const READING = ['GET', 'HEAD', 'OPTIONS'];

/** Whatever an administrator changes is in the log before the answer says that it is done. */
export function auditRequests(fastify: FastifyInstance, audit: Audit): void {
  fastify.addHook('onSend', async (request, reply, payload) => {
    if (!isAudited(request, reply)) return;
    const { method, caller, ip: address, id: requestId } = request;
    const action = `${method} ${request.routeOptions.url}`;
    await audit.record(caller!, { action, target: targetOf(request, payload), address, requestId });
  });
}

/** Analyses change nothing; keys without the scope `admin` are no administrators. */
function isAudited({ method, caller, is404, routeOptions }: FastifyRequest, { statusCode }: FastifyReply): boolean {
  if (READING.includes(method) || is404 || statusCode >= 400 || !caller?.scopes.includes('admin')) return false;
  return caller.kind !== 'anyone' && routeOptions.config.scope !== 'predict';
}

/** The id in the path; of something new the one in the answer. */
function targetOf({ params }: FastifyRequest, payload: unknown): string | null {
  const named = Object.values((params ?? {}) as Record<string, string>)[0];
  if (named !== undefined) return named;
  const id = typeof payload === 'string' ? /"id":"([^"]{1,100})"/.exec(payload)?.[1] : undefined;
  return id ?? null;
}
