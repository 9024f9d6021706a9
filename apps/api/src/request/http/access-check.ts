import { Injectable } from '@nestjs/common';
import { toDoorRequest } from '@percept/compat';
import { PluginHost } from '@percept/core';
import { PerceptError } from '@percept/sdk';
import { BodyCredential, type SignedCredential } from '@percept/sdk/doors';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Authenticator } from '../../access/auth/authenticator';
import { getCallerShare, type Caller } from '../../access/auth/caller';
import type { Scope } from '../../access/auth/scopes';
import { RequestLimits } from '../../metering/quota/request-limits';
import { prefersAsync } from './prefers-async';
import { noSuchPath } from './no-such-path';

/** The documentation routes. Swagger's own routes carry no configuration of ours; the documentation is not secret. */
const DOCUMENTS = /^\/(docs|openapi\.(json|yaml))/;

/** Whether anybody may send the request: health, documents, a sign-in, a hook. */
export const isPublicRoute = ({ is404, routeOptions: { config, url = '' } }: FastifyRequest): boolean =>
  !is404 && (config.open === true || DOCUMENTS.test(url));

/** Checks the caller and their limits before the body is read, so that nobody without a key makes the service read 50 MB. */
@Injectable()
export class AccessCheck {
  constructor(
    private readonly authenticator: Authenticator,
    private readonly limits: RequestLimits,
    private readonly host: PluginHost,
  ) {}

  /** @throws NOT_FOUND, UNAUTHORIZED, FORBIDDEN, OVERLOADED, RATE_LIMITED, QUOTA_EXCEEDED. */
  async check(request: FastifyRequest, reply: FastifyReply): Promise<void> {
    const isPublic = isPublicRoute(request) && ['GET', 'HEAD'].includes(request.method);
    if (!isPublic) void reply.header('cache-control', 'no-store');
    if (request.is404) return this.refusePath(request, reply);
    const { config } = request.routeOptions;
    if (isPublicRoute(request)) return;
    const key = config.door?.credential(toDoorRequest(request));
    if (!(key instanceof BodyCredential)) return this.admit(request, reply, key);
    if (key.accessKeyId) await this.authenticator.refuseUnknown(request, key.accessKeyId);
    this.refuseOverload(request, reply);
  }

  /**
   * Identifies the caller and reserves the request. A door counts its calls of capabilities instead of the request.
   * @param key one from elsewhere than the header `Authorization`.
   * @throws UNAUTHORIZED, FORBIDDEN, OVERLOADED, RATE_LIMITED, QUOTA_EXCEEDED.
   */
  async admit(request: FastifyRequest, reply: FastifyReply, key?: string | SignedCredential): Promise<void> {
    const { config } = request.routeOptions;
    request.caller = await this.authenticator.authenticate(request, key);
    const forbidden = missingScope(request, request.caller);
    if (!forbidden) this.refuseOverload(request, reply);
    await this.limits.reserve(request, reply, { counted: !forbidden && !config.uncounted && !config.door });
    if (forbidden) throw forbidden;
  }

  /** A known caller sees their limits here too. */
  private async refusePath(request: FastifyRequest, reply: FastifyReply): Promise<never> {
    request.caller = await this.authenticator.authenticate(request).catch(() => undefined);
    if (request.caller) await this.limits.reserve(request, reply, { counted: false });
    throw noSuchPath(request);
  }

  /**
   * Refuses a call that no worker would reach in time, before its body is read, and an event stream beyond the limit, before
   * anything is looked up. Under overload a refusal must be cheap.
   */
  private refuseOverload(request: FastifyRequest, reply: FastifyReply): void {
    const { capability, stream } = request.routeOptions.config;
    try {
      if (capability && !prefersAsync(request)) this.host.checkRoom(capability, request.caller && getCallerShare(request.caller));
      if (stream && request.caller) request.server.streams?.checkRoom(request.caller);
    } catch (error) {
      if (request.caller) this.limits.showLatest(request, reply);
      throw error;
    }
  }
}

function missingScope(request: FastifyRequest, { name, scopes, administersInstallation }: Caller): PerceptError | undefined {
  const { config } = request.routeOptions;
  const scope = config.scope as Scope | undefined;
  if (config.installation && !administersInstallation)
    return new PerceptError(
      'FORBIDDEN',
      `The key '${name}' belongs to a project and cannot change what all projects share. Ask an administrator of this installation.`,
    );
  if (!scope || scopes.includes(scope)) return undefined;
  return new PerceptError('FORBIDDEN', `The key '${name}' lacks the scope '${scope}'; it has ${scopes.join(', ') || 'none'}.`);
}
