import { Body, Controller, Delete, Get, HttpCode, Param, Patch, Post, Res } from '@nestjs/common';
import { RouteConfig } from '@nestjs/platform-fastify';
import { ApiAcceptedResponse, ApiCreatedResponse, ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import {
  CreatedWebhookResponse,
  CreateWebhookRequest,
  DeliveryResponse,
  RotatedWebhookResponse,
  UpdateWebhookRequest,
  WebhookResponse,
} from '@percept/webhooks';
import {
  DeliveryDetailsResponse,
  RecoverDeliveriesRequest,
  RecoveryResponse,
  RotateSecretRequest,
  TestWebhookRequest,
} from '@percept/webhooks';
import {
  WebhookDeliveries,
  WebhookEndpoints,
  WebhookReplays,
  WebhookStatistics,
  WebhookStatisticsResponse,
} from '@percept/webhooks';
import type { FastifyReply } from 'fastify';
import type { Caller } from '../../access/auth/caller';
import { CurrentCaller } from '../../access/auth/current-caller.decorator';
import { listSchema } from '../../platform/rest/list-schema';
import { ValidatedBody } from '../../platform/rest/validation.pipe';

@ApiTags('webhooks')
@Controller('v1/webhooks')
export class WebhooksController {
  constructor(
    private readonly endpoints: WebhookEndpoints,
    private readonly deliveries: WebhookDeliveries,
    private readonly replays: WebhookReplays,
    private readonly statistics: WebhookStatistics,
  ) {}

  @ApiOperation({ operationId: 'createWebhook', summary: 'Creates a webhook endpoint. Only this response contains the secret.' })
  @ApiCreatedResponse({ type: CreatedWebhookResponse })
  @Post()
  @HttpCode(201)
  @RouteConfig({ scope: 'webhooks' })
  create(
    @Body(new ValidatedBody(CreateWebhookRequest)) body: CreateWebhookRequest,
    @CurrentCaller() { projectId }: Caller,
  ): Promise<CreatedWebhookResponse> {
    return this.endpoints.create(body, projectId);
  }

  @ApiOperation({ operationId: 'listWebhooks', summary: 'Lists the webhook endpoints, oldest first.' })
  @ApiOkResponse(listSchema('webhooks', WebhookResponse))
  @Get()
  @RouteConfig({ scope: 'webhooks' })
  async list(@CurrentCaller() { projectId }: Caller): Promise<{ webhooks: WebhookResponse[] }> {
    return { webhooks: await this.endpoints.list(projectId) };
  }

  @ApiOperation({
    operationId: 'listWebhookStatistics',
    summary: 'Lists how deliveries to each endpoint went in the last 24 hours: share accepted, latency, last failure.',
  })
  @ApiOkResponse(listSchema('statistics', WebhookStatisticsResponse))
  @Get('statistics')
  @RouteConfig({ scope: 'webhooks' })
  async listStatistics(@CurrentCaller() { projectId }: Caller): Promise<{ statistics: WebhookStatisticsResponse[] }> {
    return { statistics: await this.statistics.list(projectId) };
  }

  @ApiOperation({ operationId: 'getWebhook', summary: 'Gets a webhook endpoint.' })
  @ApiOkResponse({ type: WebhookResponse })
  @Get(':id')
  @RouteConfig({ scope: 'webhooks' })
  get(@Param('id') id: string, @CurrentCaller() { projectId }: Caller): Promise<WebhookResponse> {
    return this.endpoints.get(id, projectId);
  }

  @ApiOperation({
    operationId: 'updateWebhook',
    summary:
      'Updates a webhook endpoint. Absent fields keep their values. A new host gets a new secret, shown only once, and loses the headers.',
  })
  @ApiOkResponse({ type: RotatedWebhookResponse })
  @Patch(':id')
  @RouteConfig({ scope: 'webhooks' })
  update(
    @Param('id') id: string,
    @Body(new ValidatedBody(UpdateWebhookRequest)) body: UpdateWebhookRequest,
    @CurrentCaller() { projectId }: Caller,
  ): Promise<RotatedWebhookResponse> {
    return this.endpoints.update(id, body, projectId);
  }

  @ApiOperation({ operationId: 'deleteWebhook', summary: 'Deletes a webhook endpoint and cancels its pending deliveries.' })
  @Delete(':id')
  @HttpCode(204)
  @RouteConfig({ scope: 'webhooks' })
  delete(@Param('id') id: string, @CurrentCaller() { projectId }: Caller): Promise<void> {
    return this.endpoints.delete(id, projectId);
  }

  @ApiOperation({ operationId: 'enableWebhook', summary: 'Enables a webhook endpoint. Its held deliveries are sent in order.' })
  @ApiOkResponse({ type: WebhookResponse })
  @Post(':id/enable')
  @HttpCode(200)
  @RouteConfig({ scope: 'webhooks' })
  enable(@Param('id') id: string, @CurrentCaller() { projectId }: Caller): Promise<WebhookResponse> {
    return this.endpoints.update(id, { active: true }, projectId);
  }

  @ApiOperation({ operationId: 'disableWebhook', summary: 'Disables a webhook endpoint. New deliveries to it are held.' })
  @ApiOkResponse({ type: WebhookResponse })
  @Post(':id/disable')
  @HttpCode(200)
  @RouteConfig({ scope: 'webhooks' })
  disable(@Param('id') id: string, @CurrentCaller() { projectId }: Caller): Promise<WebhookResponse> {
    return this.endpoints.update(id, { active: false }, projectId);
  }

  @ApiOperation({
    operationId: 'rotateWebhookSecret',
    summary: 'Creates a new secret, shown only once. The old one keeps signing for 24 hours; with `revoke` it stops immediately.',
  })
  @ApiOkResponse({ type: RotatedWebhookResponse })
  @Post(':id/rotate-secret')
  @HttpCode(200)
  @RouteConfig({ scope: 'webhooks' })
  rotate(
    @Param('id') id: string,
    @Body(new ValidatedBody(RotateSecretRequest)) body: RotateSecretRequest,
    @CurrentCaller() { projectId }: Caller,
  ): Promise<RotatedWebhookResponse> {
    return this.endpoints.rotate(id, body, projectId);
  }

  @ApiOperation({
    operationId: 'testWebhook',
    summary: 'Sends an example event to this endpoint only, with `test: true` in its data.',
  })
  @ApiAcceptedResponse({ type: DeliveryDetailsResponse })
  @Post(':id/test')
  @HttpCode(202)
  @RouteConfig({ scope: 'webhooks' })
  async test(
    @Param('id') id: string,
    @Body(new ValidatedBody(TestWebhookRequest)) { type }: TestWebhookRequest,
    @CurrentCaller() { projectId }: Caller,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<DeliveryDetailsResponse> {
    const delivery = await this.replays.test(id, type, projectId);
    void reply.header('location', `/v1/deliveries/${delivery}`);
    return this.deliveries.get(delivery, projectId);
  }

  @ApiOperation({
    operationId: 'recoverDeliveries',
    summary: "Sends undelivered events again, in order and at the endpoint's rate. `dry_run` only counts them.",
  })
  @ApiAcceptedResponse({ type: RecoveryResponse })
  @Post(':id/recover')
  @HttpCode(202)
  @RouteConfig({ scope: 'webhooks' })
  recover(
    @Param('id') id: string,
    @Body(new ValidatedBody(RecoverDeliveriesRequest)) body: RecoverDeliveriesRequest,
    @CurrentCaller() { projectId }: Caller,
  ): Promise<RecoveryResponse> {
    return this.replays.recover(id, body, projectId);
  }

  @ApiOperation({ operationId: 'getRecovery', summary: 'Gets the progress of a recovery.' })
  @ApiOkResponse({ type: RecoveryResponse })
  @Get(':id/recoveries/:recovery')
  @RouteConfig({ scope: 'webhooks' })
  async recovery(
    @Param('id') id: string,
    @Param('recovery') recovery: string,
    @CurrentCaller() { projectId }: Caller,
  ): Promise<RecoveryResponse> {
    await this.endpoints.get(id, projectId);
    return this.replays.recovery(id, recovery);
  }

  @ApiOperation({
    operationId: 'listWebhookDeliveries',
    summary: 'Lists the deliveries to an endpoint with their attempts, newest first.',
  })
  @ApiOkResponse(listSchema('deliveries', DeliveryResponse))
  @Get(':id/deliveries')
  @RouteConfig({ scope: 'webhooks' })
  async listDeliveries(
    @Param('id') id: string,
    @CurrentCaller() { projectId }: Caller,
  ): Promise<{ deliveries: DeliveryResponse[] }> {
    await this.endpoints.get(id, projectId);
    return { deliveries: await this.deliveries.list({ projectId, webhookId: id }) };
  }
}
