import { Body, Controller, Delete, Get, HttpCode, Param, Patch, Post } from '@nestjs/common';
import { RouteConfig } from '@nestjs/platform-fastify';
import { ApiCreatedResponse, ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import { ValidatedBody } from '../../../platform/rest/validation.pipe';
import { listSchema } from '../../../platform/rest/list-schema';
import { ApiKeys, type KeyChanges } from './api-keys';
import type { Caller } from '../caller';
import { checkGrant } from './grants';
import { CurrentCaller } from '../current-caller.decorator';
import { CreateKeyRequest, UpdateKeyRequest } from './key-requests';
import { checkLimit, readExpiry } from './key-terms';
import { CreatedKeyResponse, KeyResponse, showCreated, showKey } from './key-responses';

@ApiTags('keys')
@Controller('v1/keys')
export class KeysController {
  constructor(private readonly keys: ApiKeys) {}

  @ApiOperation({ operationId: 'createKey', summary: 'Creates an API key. Only this response contains the key.' })
  @ApiCreatedResponse({ type: CreatedKeyResponse })
  @Post()
  @HttpCode(201)
  @RouteConfig({ scope: 'admin' })
  async create(
    @Body(new ValidatedBody(CreateKeyRequest)) body: CreateKeyRequest,
    @CurrentCaller() caller: Caller,
  ): Promise<CreatedKeyResponse> {
    const { name, plan, monthly_limit: monthlyLimit, scopes, kind, aws } = body;
    checkLimit(plan, monthlyLimit);
    const expiresAt = readExpiry(body.expires_at, Date.now());
    checkGrant(caller, { scopes, plan, monthly_limit: monthlyLimit ?? null, expires_at: expiresAt });
    const terms = { name, plan, monthlyLimit, scopes, kind, expiresAt, aws };
    return showCreated(await this.keys.create({ projectId: caller.projectId, ...terms }));
  }

  @ApiOperation({ operationId: 'listKeys', summary: 'Lists the API keys, oldest first, including revoked ones.' })
  @ApiOkResponse(listSchema('keys', KeyResponse))
  @Get()
  @RouteConfig({ scope: 'admin' })
  async list(@CurrentCaller() caller: Caller): Promise<{ keys: KeyResponse[] }> {
    return { keys: (await this.keys.list(caller.projectId)).map(showKey) };
  }

  @ApiOperation({ operationId: 'getKey', summary: 'Gets an API key.' })
  @ApiOkResponse({ type: KeyResponse })
  @Get(':id')
  @RouteConfig({ scope: 'admin' })
  async get(@Param('id') id: string, @CurrentCaller() caller: Caller): Promise<KeyResponse> {
    return showKey(await this.keys.get(id, caller.projectId));
  }

  @ApiOperation({ operationId: 'updateKey', summary: 'Updates an API key. Absent fields keep their values.' })
  @ApiOkResponse({ type: KeyResponse })
  @Patch(':id')
  @RouteConfig({ scope: 'admin' })
  async update(
    @Param('id') id: string,
    @Body(new ValidatedBody(UpdateKeyRequest)) body: UpdateKeyRequest,
    @CurrentCaller() caller: Caller,
  ): Promise<KeyResponse> {
    const { expires_at, ...rest } = body;
    const changes: KeyChanges = Object.fromEntries(Object.entries(rest).filter(([, value]) => value !== undefined));
    if (expires_at !== undefined) changes.expires_at = readExpiry(expires_at, Date.now());
    const before = await this.keys.get(id, caller.projectId);
    const plan = changes.plan ?? before.plan;
    checkLimit(plan, changes.monthly_limit);
    // Only an enterprise key has its own limit.
    if (plan !== 'enterprise') changes.monthly_limit = null;
    if (Object.keys(changes).some((name) => name !== 'name')) checkGrant(caller, { ...before, ...changes, plan });
    return showKey(await this.keys.update(id, caller.projectId, changes));
  }

  @ApiOperation({
    operationId: 'rotateKey',
    summary: 'Replaces the secret of a key. Only this response contains the new one; the old one stops working at once.',
  })
  @ApiCreatedResponse({ type: CreatedKeyResponse })
  @Post(':id/rotate')
  @HttpCode(201)
  @RouteConfig({ scope: 'admin' })
  async rotate(@Param('id') id: string, @CurrentCaller() caller: Caller): Promise<CreatedKeyResponse> {
    checkGrant(caller, await this.keys.get(id, caller.projectId));
    return showCreated(await this.keys.rotate(id, caller.projectId));
  }

  @ApiOperation({ operationId: 'revokeKey', summary: 'Revokes an API key immediately, in every process. It stays in the list.' })
  @Delete(':id')
  @HttpCode(204)
  @RouteConfig({ scope: 'admin' })
  async revoke(@Param('id') id: string, @CurrentCaller() caller: Caller): Promise<void> {
    await this.keys.revoke(id, caller.projectId);
  }
}
