import { Body, Controller, Delete, Get, HttpCode, Param, Put, Res } from '@nestjs/common';
import { RouteConfig } from '@nestjs/platform-fastify';
import { ApiCreatedResponse, ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import type { FastifyReply } from 'fastify';
import type { Caller } from '../auth/caller';
import { CurrentCaller } from '../auth/current-caller.decorator';
import { ValidatedBody } from '../../platform/rest/validation.pipe';
import { listSchema } from '../../platform/rest/list-schema';
import { ProjectSecrets } from './project-secrets';
import { checkSecretName, SecretResponse, SetSecretRequest, showSecret } from './secret-dtos';

/** Not for pipeline authors, because setting a secret includes choosing the hosts that may receive it. */
const forAdministrators = { scope: 'admin' } as const;

@ApiTags('secrets')
@Controller('v2/secrets')
export class SecretsController {
  constructor(private readonly secrets: ProjectSecrets) {}

  @ApiOperation({ operationId: 'listSecrets', summary: 'Lists the secrets of the project by name, never their values.' })
  @ApiOkResponse(listSchema('secrets', SecretResponse))
  @Get()
  @RouteConfig(forAdministrators)
  async list(@CurrentCaller() { projectId }: Caller): Promise<{ secrets: SecretResponse[] }> {
    return { secrets: (await this.secrets.list(projectId)).map(showSecret) };
  }

  @ApiOperation({
    operationId: 'setSecret',
    summary:
      'Sets a secret, value and hosts together. Pipelines of the project use it as `${{ secrets.NAME }}` from their next run.',
  })
  @ApiOkResponse({ type: SecretResponse })
  @ApiCreatedResponse({ type: SecretResponse })
  @Put(':name')
  @RouteConfig(forAdministrators)
  async set(
    @Param('name') name: string,
    @Body(new ValidatedBody(SetSecretRequest)) { value, hosts }: SetSecretRequest,
    @CurrentCaller() { projectId }: Caller,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<SecretResponse> {
    checkSecretName(name);
    const { row, created } = await this.secrets.set(projectId, { name, value, hosts });
    void reply.status(created ? 201 : 200);
    return showSecret(row);
  }

  @ApiOperation({ operationId: 'deleteSecret', summary: 'Deletes a secret. Runs that start afterwards and use it are refused.' })
  @Delete(':name')
  @HttpCode(204)
  @RouteConfig(forAdministrators)
  async delete(@Param('name') name: string, @CurrentCaller() { projectId }: Caller): Promise<void> {
    await this.secrets.delete(projectId, name);
  }
}
