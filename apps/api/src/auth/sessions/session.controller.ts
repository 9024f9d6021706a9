import { Body, Controller, Delete, Get, HttpCode, Post, Put, Req, Res } from '@nestjs/common';
import { RouteConfig } from '@nestjs/platform-fastify';
import { ApiCreatedResponse, ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import { PerceptError } from '@percept/core';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { ValidatedBody } from '../../http/validation.pipe';
import { SCOPES } from '../scopes';
import { unauthorized } from '../keys/api-keys';
import { Administrators } from './administrators';
import type { Caller } from '../caller';
import { CurrentCaller } from '../current-caller.decorator';
import { requireSameOrigin } from './same-origin';
import { SetPasswordRequest, SessionResponse, SignInRequest } from './session-dtos';
import { SESSION_COOKIE, SESSION_MS, Sessions } from './sessions';

@ApiTags('session')
@Controller('v1')
export class SessionController {
  constructor(
    private readonly administrators: Administrators,
    private readonly sessions: Sessions,
  ) {}

  @ApiOperation({ summary: 'Signs in an administrator by the token of a link or by the password, and sets the session cookie.' })
  @ApiCreatedResponse({ type: SessionResponse })
  @Post('session')
  @HttpCode(201)
  @RouteConfig({ open: true })
  async signIn(
    @Body(new ValidatedBody(SignInRequest)) { token, password }: SignInRequest,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<SessionResponse> {
    if (request.headers.origin !== undefined) requireSameOrigin(request);
    if (token === undefined && password === undefined) throw PerceptError.invalid('password', 'is required, or a token.');
    if (token !== undefined && password !== undefined) throw PerceptError.invalid('password', 'goes without a token: give one.');
    const administrator =
      token === undefined
        ? await this.administrators.byPassword(password!, request.ip)
        : await this.administrators.byLink(token, request.ip);
    const started = await this.sessions.start(administrator);
    void reply.setCookie(SESSION_COOKIE, started.token, { ...cookieFor(request), maxAge: SESSION_MS / 1000 });
    const { id, name, project_id: projectId } = administrator;
    request.caller = { kind: 'administrator', id, name, projectId, administersInstallation: true, scopes: SCOPES };
    return show(request.caller, administrator.password_hash !== null, started.session.expires_at);
  }

  @ApiOperation({ summary: 'Gets the signed-in administrator.' })
  @ApiOkResponse({ type: SessionResponse })
  @Get('session')
  @RouteConfig({ uncounted: true })
  async get(@Req() request: FastifyRequest, @CurrentCaller() caller: Caller): Promise<SessionResponse> {
    if (caller.kind === 'anyone') return show(caller, false, null);
    const found = await this.sessions.find(tokenOf(request));
    if (!found) throw unauthorized('the session has ended: sign in again.');
    return show(caller, found.administrator.password_hash !== null, found.session.expires_at);
  }

  @ApiOperation({ summary: 'Signs out.' })
  @Delete('session')
  @HttpCode(204)
  @RouteConfig({ uncounted: true })
  async signOut(@Req() request: FastifyRequest, @Res({ passthrough: true }) reply: FastifyReply): Promise<void> {
    await this.sessions.end(tokenOf(request));
    void reply.clearCookie(SESSION_COOKIE, cookieFor(request));
  }

  @ApiOperation({ summary: 'Signs out of all sessions.' })
  @Delete('sessions')
  @HttpCode(204)
  @RouteConfig({ uncounted: true })
  async signOutEverywhere(
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
    @CurrentCaller() caller: Caller,
  ): Promise<void> {
    tokenOf(request);
    await this.sessions.endAll(caller.id);
    void reply.clearCookie(SESSION_COOKIE, cookieFor(request));
  }

  @ApiOperation({ summary: 'Sets the password and ends all other sessions.' })
  @Put('session/password')
  @HttpCode(204)
  @RouteConfig({ uncounted: true })
  async setPassword(
    @Body(new ValidatedBody(SetPasswordRequest)) { password, current_password: current }: SetPasswordRequest,
    @Req() request: FastifyRequest,
    @CurrentCaller() caller: Caller,
  ): Promise<void> {
    await this.administrators.setPassword(caller.id, { password, current, keep: tokenOf(request) });
  }
}

/** @throws UNAUTHORIZED for a caller with a key: a session is what is asked for. */
function tokenOf(request: FastifyRequest): string {
  const token = request.cookies[SESSION_COOKIE];
  if (request.caller?.kind !== 'administrator' || !token) throw unauthorized('nobody is signed in.');
  return token;
}

const cookieFor = ({ protocol }: FastifyRequest) =>
  ({ path: '/', httpOnly: true, sameSite: 'strict', secure: protocol === 'https' }) as const;

function show({ kind, id, name, projectId, scopes }: Caller, has_password: boolean, expiresAt: number | null): SessionResponse {
  const expires_at = expiresAt === null ? null : new Date(expiresAt).toISOString();
  return { kind, id, name, project_id: projectId, scopes, has_password, expires_at };
}
