import { Injectable } from '@nestjs/common';
import { Config, DEFAULT_PROJECT } from '@percept/core';
import type { FastifyRequest } from 'fastify';
import { SCOPES } from './scopes';
import { ApiKeys, unauthorized } from './keys/api-keys';
import type { Caller } from './caller';
import { monthlyLimit } from './plan';
import { requireSameOrigin } from './sessions/same-origin';
import { SESSION_COOKIE, Sessions } from './sessions/sessions';

const ANYONE: Caller = { kind: 'anyone', id: 'anyone', name: 'anyone', projectId: DEFAULT_PROJECT, scopes: SCOPES };

/** Identifies the caller of a request. */
@Injectable()
export class Authenticator {
  constructor(
    private readonly keys: ApiKeys,
    private readonly sessions: Sessions,
    private readonly config: Config,
  ) {}

  /**
   * A key wins over the cookie.
   * @param given a key that came elsewhere than in the header; then the cookie does not count.
   * @throws UNAUTHORIZED, RATE_LIMITED; FORBIDDEN for a cookie that another site makes a browser send.
   */
  async authenticate(request: FastifyRequest, given?: string): Promise<Caller> {
    if (this.config.PERCEPT_AUTH === 'off') return ANYONE;
    const { authorization } = request.headers;
    const token = request.cookies[SESSION_COOKIE];
    if (given === undefined && authorization === undefined && token) return this.administrator(token, request);
    const key = given ?? /^Bearer +(\S+)$/i.exec(authorization ?? '')?.[1];
    if (!key)
      throw unauthorized("send the header 'Authorization: Bearer <API_KEY>'; `percept keys create --name NAME` makes a key.");
    const record = await this.keys.authenticate(key, request.ip);
    const { id, name, project_id: projectId, scopes } = record;
    return { kind: 'key', id, name, projectId, scopes, monthlyLimit: monthlyLimit(record) };
  }

  private async administrator(token: string, request: FastifyRequest): Promise<Caller> {
    const found = await this.sessions.find(token);
    if (!found) throw unauthorized('the session has ended: sign in again.');
    requireSameOrigin(request);
    const { id, name, project_id: projectId } = found.administrator;
    return { kind: 'administrator', id, name, projectId, scopes: SCOPES };
  }
}
