import { Body, Controller, Delete, Get, HttpCode, Param, Post, Put, Req, Res } from '@nestjs/common';
import { RouteConfig } from '@nestjs/platform-fastify';
import { ApiCreatedResponse, ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import { PerceptError } from '@percept/sdk';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { ValidatedBody } from '../../../platform/rest/validation.pipe';
import { listSchema } from '../../../platform/rest/list-schema';
import { SCOPES } from '../scopes';
import { unauthorized } from '../keys/api-keys';
import { Administrators } from './administrators';
import type { Caller } from '../caller';
import { CurrentCaller } from '../current-caller.decorator';
import { requireSameOrigin } from './same-origin';
import type { AdministratorEntity } from './administrator.entity';
import { SetPasswordRequest, SessionResponse, SignedInSessionResponse, SignInRequest } from './session-dtos';
import { setSessionCookie, readSessionToken } from './session-token';
import { SESSION_MS, Sessions } from './sessions';

@ApiTags('session')
@Controller('v1')
export class SessionController {
  constructor(
    private readonly administrators: Administrators,
    private readonly sessions: Sessions,
  ) {}

  @ApiOperation({
    operationId: 'signIn',
    summary: 'Signs in an administrator by the token of a link or by the password, and sets the session cookie.',
  })
  @ApiCreatedResponse({ type: SessionResponse })
  @Post('session')
  @HttpCode(201)
  @RouteConfig({ open: true })
  async signIn(
    @Body(new ValidatedBody(SignInRequest)) { token, password, code }: SignInRequest,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<SessionResponse> {
    if (request.headers.origin !== undefined) requireSameOrigin(request);
    if (token === undefined && password === undefined)
      throw PerceptError.invalid('password', 'is required unless a token is given.');
    if (token !== undefined && password !== undefined)
      throw PerceptError.invalid('password', 'cannot be given together with a token: give one of the two.');
    const administrator =
      token === undefined
        ? await this.administrators.byPassword({ password: password!, code, address: request.ip })
        : await this.administrators.byLink(token, request.ip);
    const browser = { address: request.ip, userAgent: request.headers['user-agent'] };
    const started = await this.sessions.start(administrator, browser);
    setSessionCookie(request, reply, started.token, SESSION_MS / 1000);
    const { id, name, project_id: projectId } = administrator;
    request.caller = { kind: 'administrator', id, name, projectId, administersInstallation: true, scopes: SCOPES };
    return show(request.caller, administrator, started.session.expires_at);
  }

  @ApiOperation({ operationId: 'getSession', summary: 'Gets the signed-in administrator.' })
  @ApiOkResponse({ type: SessionResponse })
  @Get('session')
  @RouteConfig({ uncounted: true })
  async get(@Req() request: FastifyRequest, @CurrentCaller() caller: Caller): Promise<SessionResponse> {
    if (caller.kind === 'anyone') return show(caller, undefined, null);
    const found = await this.sessions.find(readSessionToken(request));
    if (!found) throw unauthorized('the session has ended: sign in again.');
    return show(caller, found.administrator, found.session.expires_at);
  }

  @ApiOperation({ operationId: 'signOut', summary: 'Signs out.' })
  @Delete('session')
  @HttpCode(204)
  @RouteConfig({ uncounted: true })
  async signOut(@Req() request: FastifyRequest, @Res({ passthrough: true }) reply: FastifyReply): Promise<void> {
    await this.sessions.end(readSessionToken(request));
    setSessionCookie(request, reply, '', 0);
  }

  @ApiOperation({ operationId: 'listSessions', summary: 'Lists the signed-in browsers of the administrator, newest first.' })
  @ApiOkResponse(listSchema('sessions', SignedInSessionResponse))
  @Get('sessions')
  @RouteConfig({ uncounted: true })
  async list(@Req() request: FastifyRequest, @CurrentCaller() caller: Caller): Promise<{ sessions: SignedInSessionResponse[] }> {
    const rows = await this.sessions.list(caller.id, readSessionToken(request));
    const sessions = rows.map(({ id, address, user_agent, current, ...at }) => ({
      ...{ id, address, user_agent, current },
      created_at: timeOf(at.created_at),
      last_seen_at: timeOf(at.last_seen_at),
      expires_at: timeOf(at.expires_at),
    }));
    return { sessions };
  }

  @ApiOperation({ operationId: 'endSession', summary: 'Signs out one browser.' })
  @Delete('sessions/:id')
  @HttpCode(204)
  @RouteConfig({ uncounted: true })
  async endOne(@Param('id') id: string, @Req() request: FastifyRequest, @CurrentCaller() caller: Caller): Promise<void> {
    readSessionToken(request);
    await this.sessions.endOne(id, caller.id);
  }

  @ApiOperation({ operationId: 'signOutEverywhere', summary: 'Signs out of all sessions.' })
  @Delete('sessions')
  @HttpCode(204)
  @RouteConfig({ uncounted: true })
  async signOutEverywhere(
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
    @CurrentCaller() caller: Caller,
  ): Promise<void> {
    readSessionToken(request);
    await this.sessions.endAll(caller.id);
    setSessionCookie(request, reply, '', 0);
  }

  @ApiOperation({ operationId: 'setPassword', summary: 'Sets the password and ends all other sessions.' })
  @Put('session/password')
  @HttpCode(204)
  @RouteConfig({ uncounted: true })
  async setPassword(
    @Body(new ValidatedBody(SetPasswordRequest)) { password, current_password: current }: SetPasswordRequest,
    @Req() request: FastifyRequest,
    @CurrentCaller() caller: Caller,
  ): Promise<void> {
    const keep = readSessionToken(request);
    await this.administrators.setPassword(caller.id, { password, current, address: request.ip, keep });
  }
}

const timeOf = (time: number): string => new Date(time).toISOString();

function show(
  { kind, id, name, projectId, scopes }: Caller,
  account: AdministratorEntity | undefined,
  expiresAt: number | null,
): SessionResponse {
  const has = { has_password: Boolean(account?.password_hash), has_totp: Boolean(account?.totp_secret) };
  return { kind, id, name, project_id: projectId, scopes, ...has, expires_at: expiresAt === null ? null : timeOf(expiresAt) };
}
