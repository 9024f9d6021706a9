import { Controller, Get, Module, Param } from '@nestjs/common';
import { RouteConfig } from '@nestjs/platform-fastify';
import { ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import { Config, Store } from '@percept/core';
import {
  DeliveryDetailsResponse,
  type DeliveryResponse,
  WebhookDeliveries,
  WebhookEndpoints,
  WebhookStatistics,
} from '@percept/webhooks';
import type { Caller } from '../../access/auth/caller';
import { CurrentCaller } from '../../access/auth/current-caller.decorator';
import { Projects } from '../../access/auth/projects/projects';
import { AuthModule } from '../../access/auth/auth.module';
import { UsageRecorder } from '../../metering/usage/usage-recorder';
import { byDay } from '../../metering/usage/usage-report';
import { UsageModule } from '../../metering/usage/usage.module';
import { CustomerResponse, type CustomerDay, type CustomerDelivery, type CustomerEndpoint } from './customer-responses';

const DAY_MS = 86_400_000;
const DAYS = 30;
const MAX_DELIVERIES = 50;

/** Read-only data of one project, for the page that its customers see. */
@ApiTags('webhooks')
@Controller('v2/customer')
class CustomerController {
  // oxlint-disable-next-line max-params -- one for each injected provider
  constructor(
    private readonly config: Config,
    private readonly store: Store,
    private readonly projects: Projects,
    private readonly endpoints: WebhookEndpoints,
    private readonly deliveries: WebhookDeliveries,
    private readonly statistics: WebhookStatistics,
    private readonly usage: UsageRecorder,
  ) {}

  @ApiOperation({ operationId: 'getCustomerPage', summary: "Gets the project's endpoints, newest deliveries and usage." })
  @ApiOkResponse({ type: CustomerResponse })
  @Get()
  @RouteConfig({ scope: 'customer', uncounted: true })
  async get(@CurrentCaller() { projectId, expiresAt }: Caller): Promise<CustomerResponse> {
    const { name, colour } = this.config.customerPage;
    const { name: project } = await this.projects.get(projectId);
    const deliveries = await this.deliveries.list({ projectId });
    return {
      ...{ name, colour, project },
      expires_at: expiresAt === undefined ? null : new Date(expiresAt).toISOString(),
      webhooks: await this.webhooksOf(projectId),
      deliveries: deliveries.slice(0, MAX_DELIVERIES).map(toShort),
      usage: await this.usageOf(projectId),
    };
  }

  @ApiOperation({ operationId: 'getCustomerDelivery', summary: 'Gets a delivery of the project: payload and attempts.' })
  @ApiOkResponse({ type: DeliveryDetailsResponse })
  @Get('deliveries/:id')
  @RouteConfig({ scope: 'customer', uncounted: true })
  delivery(@Param('id') id: string, @CurrentCaller() { projectId }: Caller): Promise<DeliveryDetailsResponse> {
    return this.deliveries.get(id, projectId);
  }

  private async webhooksOf(projectId: string): Promise<CustomerEndpoint[]> {
    const statistics = await this.statistics.list(projectId);
    return (await this.endpoints.list(projectId)).map(({ id, url, description, events, active }) => {
      const its = statistics.find(({ webhook_id }) => webhook_id === id);
      return { id, url, description, events, active, success_rate: its?.success_rate ?? null, attempts: its?.attempts ?? 0 };
    });
  }

  private async usageOf(projectId: string): Promise<CustomerDay[]> {
    await this.usage.flush();
    const now = Date.now();
    const days = Array.from({ length: DAYS }, (_, index) => dayOf(now - (DAYS - 1 - index) * DAY_MS));
    const range = { projectId, from: days[0]!, to: days.at(-1)! };
    const [all, own] = [await byDay(this.store.reader, range), await byDay(this.store.reader, range, 'dashboard')];
    return days.map((day) => {
      const [its, ours] = [all.get(day), own.get(day)];
      const count = (of: 'requests' | 'errors'): number => (its?.[of] ?? 0) - (ours?.[of] ?? 0);
      return { day, requests: count('requests'), errors: count('errors') };
    });
  }
}

const dayOf = (time: number): string => new Date(time).toISOString().slice(0, 10);

function toShort({ id, webhook_id, event_type, state, created_at, attempts }: DeliveryResponse): CustomerDelivery {
  return { id, webhook_id, event_type, state, created_at, attempts: attempts.length, status: attempts.at(-1)?.status ?? null };
}

@Module({ imports: [AuthModule, UsageModule], controllers: [CustomerController] })
export class CustomerApiModule {}
