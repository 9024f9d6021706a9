import { Injectable } from '@nestjs/common';
import { Config, DEFAULT_PROJECT } from '@percept/core';
import type { SignedCredential } from '@percept/sdk/doors';
import type { FastifyRequest } from 'fastify';
import { SCOPES } from './scopes';
import type { ApiKeyEntity } from './keys/api-key.entity';
import { ApiKeys, unauthorized } from './keys/api-keys';
import type { Caller } from './caller';
import { requireLocal } from './local-requests';
import { monthlyLimit } from './plan';
import { noSuchProject, Projects } from './projects/projects';
import { requireSameOrigin } from './sessions/same-origin';
import { cookieIn, sessionTokenIn } from './sessions/session-token';
import { Sessions } from './sessions/sessions';

const ANYONE: Caller = {
  kind: 'anyone',
  id: 'anyone',
  name: 'anyone',
  projectId: DEFAULT_PROJECT,
  administersInstallation: true,
  scopes: SCOPES,
};
const PROJECT_HEADER = 'percept-project';
/** Names the project that the dashboard shows. It is a cookie because downloads and streams cannot send a header. */
const PROJECT_COOKIE = 'percept_project';
/** Says that a page asks by itself, without its user: such a request does not prolong the session. */
const BACKGROUND_HEADER = 'percept-background';

/** Identifies the caller of a request. */
@Injectable()
export class Authenticator {
  private readonly seen = new WeakSet<FastifyRequest>();

  constructor(
    private readonly keys: ApiKeys,
    private readonly sessions: Sessions,
    private readonly projects: Projects,
    private readonly config: Config,
  ) {}

  /**
   * A key takes precedence over the cookie. Administrators of the installation may act in any project.
   * @param given a key from elsewhere than the header, or a check of a signature; then the cookie does not count.
   * @throws UNAUTHORIZED, RATE_LIMITED; FORBIDDEN for a cookie that another site makes a browser send; NOT_FOUND for a project that
   * does not exist, or that the caller may not see.
   */
  async authenticate(request: FastifyRequest, given?: string | SignedCredential): Promise<Caller> {
    const caller = await this.identify(request, given);
    const wanted = request.headers[PROJECT_HEADER] ?? (await this.chosenProject(request, caller));
    if (wanted === undefined || wanted === caller.projectId) return caller;
    if (!caller.administersInstallation) throw noSuchProject(String(wanted));
    const { id: projectId } = await this.projects.get(String(wanted));
    return { ...caller, projectId, isVisiting: true };
  }

  /** The project that the dashboard's switch names. It does not count for keys, nor once that project is gone. */
  private async chosenProject(request: FastifyRequest, { kind }: Caller): Promise<string | undefined> {
    const id = cookieIn(request, PROJECT_COOKIE);
    if (!id || kind === 'key') return undefined;
    return (await this.projects.get(id).catch(() => undefined))?.id;
  }

  /**
   * Call before reading a body that is part of a signature.
   * @throws UNAUTHORIZED, RATE_LIMITED for an access key id that cannot have signed.
   */
  async refuseUnknown(request: FastifyRequest, accessKeyId: string): Promise<void> {
    if (this.config.PERCEPT_AUTH !== 'off') await this.keys.findPair(accessKeyId, request.ip);
  }

  private async identify(request: FastifyRequest, given?: string | SignedCredential): Promise<Caller> {
    if (this.config.PERCEPT_AUTH === 'off') {
      requireLocal(request, this.config);
      return ANYONE;
    }
    const { authorization } = request.headers;
    const token = sessionTokenIn(request);
    if (given === undefined && authorization === undefined && token) return this.administrator(token, request);
    const key = given ?? /^Bearer +(\S+)$/i.exec(authorization ?? '')?.[1];
    if (!key)
      throw unauthorized("send the header 'Authorization: Bearer <API_KEY>'; `percept keys create --name NAME` makes a key.");
    return callerOf(
      await (typeof key === 'string' ? this.keys.authenticate(key, request.ip) : this.keys.verify(key, request.ip)),
    );
  }

  private async administrator(token: string, request: FastifyRequest): Promise<Caller> {
    // A stream asks again and again whether its request may still watch. Only the first time counts as use.
    const isUse = request.headers[BACKGROUND_HEADER] === undefined && !this.seen.has(request);
    this.seen.add(request);
    const found = await this.sessions.find(token, { isUse });
    if (!found) throw unauthorized('the session has ended: sign in again.');
    requireSameOrigin(request);
    const { id, name, project_id: projectId } = found.administrator;
    return { kind: 'administrator', id, name, projectId, administersInstallation: true, scopes: SCOPES };
  }
}

function callerOf(record: ApiKeyEntity): Caller {
  const { id, name, project_id: projectId, scopes, expires_at } = record;
  const administersInstallation = projectId === DEFAULT_PROJECT && scopes.includes('admin');
  return {
    kind: 'key',
    id,
    name,
    projectId,
    administersInstallation,
    scopes,
    monthlyLimit: monthlyLimit(record),
    expiresAt: expires_at ?? undefined,
  };
}
