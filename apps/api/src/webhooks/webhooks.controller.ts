import { Body, Controller, Delete, Get, HttpCode, Param, Patch, Post } from '@nestjs/common';
import { RouteConfig } from '@nestjs/platform-fastify';
import { ApiCreatedResponse, ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import { CreatedWebhookView, CreateWebhookInput, DeliveryView, UpdateWebhookInput, WebhookView } from '@percept/webhooks';
import { WebhookDeliveries, WebhookEndpoints } from '@percept/webhooks';
import { listOf } from '../openapi/list-of';
import { CheckedBody } from '../http/checked-body';

@ApiTags('webhooks')
@Controller('v1/webhooks')
export class WebhooksController {
  constructor(
    private readonly endpoints: WebhookEndpoints,
    private readonly deliveries: WebhookDeliveries,
  ) {}

  @ApiOperation({ summary: 'Subscribes an endpoint to events. The answer is the only one with the secret.' })
  @ApiCreatedResponse({ type: CreatedWebhookView })
  @Post()
  @HttpCode(201)
  @RouteConfig({ scope: 'webhooks' })
  create(@Body(new CheckedBody(CreateWebhookInput)) body: CreateWebhookInput): Promise<CreatedWebhookView> {
    return this.endpoints.create(body);
  }

  @ApiOperation({ summary: 'All endpoints, oldest first.' })
  @ApiOkResponse(listOf('webhooks', WebhookView))
  @Get()
  @RouteConfig({ scope: 'webhooks' })
  async list(): Promise<{ webhooks: WebhookView[] }> {
    return { webhooks: await this.endpoints.list() };
  }

  @ApiOperation({ summary: 'One endpoint.' })
  @ApiOkResponse({ type: WebhookView })
  @Get(':id')
  @RouteConfig({ scope: 'webhooks' })
  get(@Param('id') id: string): Promise<WebhookView> {
    return this.endpoints.get(id);
  }

  @ApiOperation({ summary: 'Changes an endpoint; what is absent stays.' })
  @ApiOkResponse({ type: WebhookView })
  @Patch(':id')
  @RouteConfig({ scope: 'webhooks' })
  update(@Param('id') id: string, @Body(new CheckedBody(UpdateWebhookInput)) body: UpdateWebhookInput): Promise<WebhookView> {
    return this.endpoints.update(id, body);
  }

  @ApiOperation({ summary: 'Removes an endpoint; what waits for it is given up.' })
  @Delete(':id')
  @HttpCode(204)
  @RouteConfig({ scope: 'webhooks' })
  delete(@Param('id') id: string): Promise<void> {
    return this.endpoints.delete(id);
  }

  @ApiOperation({ summary: "An endpoint's deliveries with their attempts, newest first." })
  @ApiOkResponse(listOf('deliveries', DeliveryView))
  @Get(':id/deliveries')
  @RouteConfig({ scope: 'webhooks' })
  async listDeliveries(@Param('id') id: string): Promise<{ deliveries: DeliveryView[] }> {
    await this.endpoints.get(id);
    return { deliveries: await this.deliveries.list({ webhookId: id }) };
  }
}
