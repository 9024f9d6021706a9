import { Controller, Get, HttpCode, Param, Post, Query } from '@nestjs/common';
import { RouteConfig } from '@nestjs/platform-fastify';
import { ApiAcceptedResponse, ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import { DeliveryDetailsResponse, DeliveriesQuery, DeliveryResponse, readDeliveryFilter } from '@percept/webhooks';
import { WebhookDeliveries, WebhookReplays } from '@percept/webhooks';
import type { Caller } from '../../access/auth/caller';
import { CurrentCaller } from '../../access/auth/current-caller.decorator';
import { ValidatedQuery } from '../../platform/rest/validation.pipe';
import { listSchema } from '../../platform/rest/list-schema';
import { ApiQueryClass } from '../../platform/rest/query-class';

@ApiTags('webhooks')
@Controller('v1/deliveries')
export class DeliveriesController {
  constructor(
    private readonly deliveries: WebhookDeliveries,
    private readonly replays: WebhookReplays,
  ) {}

  @ApiOperation({
    operationId: 'listDeliveries',
    summary: 'Lists the deliveries to all endpoints with their attempts, newest first.',
  })
  @ApiQueryClass(DeliveriesQuery)
  @ApiOkResponse(listSchema('deliveries', DeliveryResponse))
  @Get()
  @RouteConfig({ scope: 'webhooks' })
  async list(
    @Query(new ValidatedQuery(DeliveriesQuery)) filter: DeliveriesQuery,
    @CurrentCaller() { projectId }: Caller,
  ): Promise<{ deliveries: DeliveryResponse[] }> {
    return { deliveries: await this.deliveries.list({ ...readDeliveryFilter(filter), projectId }) };
  }

  @ApiOperation({ operationId: 'getDelivery', summary: 'Gets a delivery: its payload and the response to each attempt.' })
  @ApiOkResponse({ type: DeliveryDetailsResponse })
  @Get(':id')
  @RouteConfig({ scope: 'webhooks' })
  get(@Param('id') id: string, @CurrentCaller() { projectId }: Caller): Promise<DeliveryDetailsResponse> {
    return this.deliveries.get(id, projectId);
  }

  @ApiOperation({ operationId: 'redeliver', summary: 'Sends a delivery again at once, with the same event id.' })
  @ApiAcceptedResponse({ type: DeliveryDetailsResponse })
  @Post(':id/redeliver')
  @HttpCode(202)
  @RouteConfig({ scope: 'webhooks' })
  async redeliver(@Param('id') id: string, @CurrentCaller() { projectId }: Caller): Promise<DeliveryDetailsResponse> {
    await this.replays.redeliver(id, projectId);
    return this.deliveries.get(id, projectId);
  }
}
