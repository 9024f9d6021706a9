import { Body, Controller, HttpCode, Post, Put, Req } from '@nestjs/common';
import { RouteConfig } from '@nestjs/platform-fastify';
import { ApiCreatedResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import { PerceptError } from '@percept/sdk';
import type { FastifyRequest } from 'fastify';
import { ValidatedBody } from '../../../platform/rest/validation.pipe';
import type { Caller } from '../caller';
import { CurrentCaller } from '../current-caller.decorator';
import { unauthorized } from '../keys/api-keys';
import type { AdministratorEntity } from './administrator.entity';
import { Administrators } from './administrators';
import { SecondFactor } from './second-factor';
import { BeginTotpRequest, TotpCodeRequest, TotpSecretResponse } from './session-dtos';
import { readSessionToken } from './session-token';
import { Sessions } from './sessions';

/** One-time codes beside the password of the signed-in administrator. */
@ApiTags('session')
@Controller('v1/session/totp')
export class SecondFactorController {
  constructor(
    private readonly administrators: Administrators,
    private readonly secondFactor: SecondFactor,
    private readonly sessions: Sessions,
  ) {}

  @ApiOperation({
    operationId: 'createSecondFactor',
    summary: 'Makes a secret for one-time codes (TOTP), shown only once. It counts once a code of it was given.',
  })
  @ApiCreatedResponse({ type: TotpSecretResponse })
  @Post()
  @HttpCode(201)
  @RouteConfig({ uncounted: true })
  async begin(
    @Body(new ValidatedBody(BeginTotpRequest)) { current_password: password }: BeginTotpRequest,
    @Req() request: FastifyRequest,
    @CurrentCaller() caller: Caller,
  ): Promise<TotpSecretResponse> {
    const account = await this.accountOf(request, caller);
    await this.administrators.confirm(account, { password, address: request.ip });
    return this.secondFactor.begin(account);
  }

  @ApiOperation({
    operationId: 'enableSecondFactor',
    summary: 'Turns one-time codes on with a first code, and ends all other sessions.',
  })
  @Put()
  @HttpCode(204)
  @RouteConfig({ uncounted: true })
  async confirm(
    @Body(new ValidatedBody(TotpCodeRequest)) { code }: TotpCodeRequest,
    @Req() request: FastifyRequest,
    @CurrentCaller() caller: Caller,
  ): Promise<void> {
    await this.secondFactor.confirm(await this.accountOf(request, caller), code);
    await this.sessions.endOthers(caller.id, readSessionToken(request));
  }

  @ApiOperation({ operationId: 'disableSecondFactor', summary: 'Turns one-time codes off.' })
  @Post('disable')
  @HttpCode(204)
  @RouteConfig({ uncounted: true })
  async disable(
    @Body(new ValidatedBody(TotpCodeRequest)) { code }: TotpCodeRequest,
    @Req() request: FastifyRequest,
    @CurrentCaller() caller: Caller,
  ): Promise<void> {
    const account = await this.accountOf(request, caller);
    const isRight = await this.administrators.guess(account.id, request.ip, () => this.secondFactor.check(account, code));
    if (!isRight) throw new PerceptError('FORBIDDEN', 'The one-time code is wrong. `percept admin totp-off` needs none.');
    await this.secondFactor.turnOff(account.id);
  }

  private async accountOf(request: FastifyRequest, { id }: Caller): Promise<AdministratorEntity> {
    readSessionToken(request);
    const account = await this.administrators.get(id);
    if (!account) throw unauthorized('the session has ended: sign in again.');
    return account;
  }
}
