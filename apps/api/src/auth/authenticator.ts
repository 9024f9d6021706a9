import { Injectable } from '@nestjs/common';
import { Config, DEFAULT_ACCOUNT, PerceptError, type PluginHost } from '@percept/core';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { refuseOverload } from '../capabilities/refuse-overload';
import { noSuchPath } from '../http/refusals';
import type { Limits } from '../quota/request-limits';
import { SCOPES, type Scope } from './scopes';
import { ApiKeys, unauthorized } from './keys/api-keys';
import type { Caller } from './caller';
import { monthlyLimit } from './plan';
import { requireSameOrigin } from './sessions/same-origin';
import { SESSION_COOKIE, Sessions } from './sessions/sessions';

/** Swagger's own routes, which carry no configuration of ours: the interface is no secret. */
const DOCUMENTS = /^\/(docs|openapi\.(json|yaml))/;
const ANYONE: Caller = { kind: 'anyone', id: 'anyone', name: 'anyone', accountId: DEFAULT_ACCOUNT, scopes: SCOPES };

/** Tells who sends a request. */
@Injectable()
export class Access {
  constructor(
    private readonly keys: ApiKeys,
    private readonly sessions: Sessions,
    private readonly config: Config,
  ) {}

  /** A key wins over the cookie. @throws UNAUTHORIZED, RATE_LIMITED; FORBIDDEN for a cookie that another site makes a browser send. */
  async callerOf(request: FastifyRequest): Promise<Caller> {
    if (this.config.PERCEPT_AUTH === 'off') return ANYONE;
    const { authorization } = request.headers;
    const token = request.cookies[SESSION_COOKIE];
    if (authorization === undefined && token) return this.administrator(token, request);
    const key = /^Bearer +(\S+)$/i.exec(authorization ?? '')?.[1];
    if (!key)
      throw unauthorized("send the header 'Authorization: Bearer <API_KEY>'; `percept keys create --name NAME` makes a key.");
    const record = await this.keys.authenticate(key, request.ip);
    const { id, name, account_id: accountId, scopes } = record;
    return { kind: 'key', id, name, accountId, scopes, monthlyLimit: monthlyLimit(record) };
  }

  private async administrator(token: string, request: FastifyRequest): Promise<Caller> {
    const found = await this.sessions.find(token);
    if (!found) throw unauthorized('the session has ended: sign in again.');
    requireSameOrigin(request);
    const { id, name, account_id: accountId } = found.administrator;
    return { kind: 'administrator', id, name, accountId, scopes: SCOPES };
  }
}

/** Checks who calls, and what is left of their limits, before the body is read: nobody without a key makes the service read 50 MB. */
export function guardAccess(fastify: FastifyInstance, access: Access, limits: Limits, host: PluginHost): void {
  fastify.addHook('onRequest', async (request, reply) => {
    if (request.is404) {
      // Who asks is known here too: the answer carries their limits.
      request.caller = await access.callerOf(request).catch(() => undefined);
      if (request.caller) await limits.enter(request, reply, { counted: false });
      throw noSuchPath(request);
    }
    const { config, url = '' } = request.routeOptions;
    if (config.open || DOCUMENTS.test(url)) return;
    request.caller = await access.callerOf(request);
    const lacking = lackOfScope(request, request.caller);
    if (!lacking) refuseOverload(host, request);
    await limits.enter(request, reply, { counted: !lacking && !config.uncounted });
    if (lacking) throw lacking;
  });
}

function lackOfScope(request: FastifyRequest, { name, scopes }: Caller): PerceptError | undefined {
  const scope = request.routeOptions.config.scope as Scope | undefined;
  if (!scope || scopes.includes(scope)) return undefined;
  return new PerceptError('FORBIDDEN', `The key '${name}' lacks the scope '${scope}'; it has ${scopes.join(', ') || 'none'}.`);
}
