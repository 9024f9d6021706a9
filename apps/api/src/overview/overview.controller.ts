import { Controller, Get, Module } from '@nestjs/common';
import { RouteConfig } from '@nestjs/platform-fastify';
import { ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import { Config, Store } from '@percept/core';
import type { Caller } from '../auth/caller';
import { CurrentCaller } from '../auth/current-caller.decorator';
import { VERSION } from '../config/version';
import { LogHours } from '../logs/log-hours';
import { LogsModule } from '../logs/logs.module';
import { UsageRecorder } from '../usage/usage-recorder';
import { capabilityTotals } from '../usage/usage-report';
import { UsageModule } from '../usage/usage.module';
import { machineState } from './machine';
import { OverviewResponse } from './overview-responses';

const STARTED_AT = new Date(Date.now() - process.uptime() * 1_000).toISOString();

@ApiTags('usage')
@Controller('v2/overview')
export class OverviewController {
  constructor(
    private readonly config: Config,
    private readonly store: Store,
    private readonly usage: UsageRecorder,
    private readonly logs: LogHours,
  ) {}

  @ApiOperation({
    operationId: 'getOverview',
    summary: "Gets today's calls of the project, and the memory and disk of the process that answers.",
  })
  @ApiOkResponse({ type: OverviewResponse })
  @Get()
  @RouteConfig({ scope: 'admin', uncounted: true })
  async get(@CurrentCaller() { projectId }: Caller): Promise<OverviewResponse> {
    const day = new Date().toISOString().slice(0, 10);
    await this.usage.flush();
    const today = await capabilityTotals(this.store.reader, { projectId, from: day, to: day });
    const machine = await machineState(this.config.PERCEPT_DATA_DIR);
    return { version: VERSION, started_at: STARTED_AT, today, machine, hours: await this.logs.ofDay(projectId) };
  }
}

/** What the first page of the dashboard needs to answer whether all is well. */
@Module({ imports: [UsageModule, LogsModule], controllers: [OverviewController] })
export class OverviewApiModule {}
