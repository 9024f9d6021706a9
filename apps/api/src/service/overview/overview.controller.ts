import { Controller, Get, Module } from '@nestjs/common';
import { RouteConfig } from '@nestjs/platform-fastify';
import { ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import { Config, Store } from '@percept/core';
import { AuthModule } from '../../access/auth/auth.module';
import type { Caller } from '../../access/auth/caller';
import { CurrentCaller } from '../../access/auth/current-caller.decorator';
import { Projects } from '../../access/auth/projects/projects';
import { VERSION } from '../../platform/config/version';
import { LogHours } from '../../metering/logs/log-hours';
import { LogsModule } from '../../metering/logs/logs.module';
import { statfs } from 'node:fs/promises';
import { freemem, totalmem } from 'node:os';
import { mainThreadLag } from '../../platform/health/main-thread-lag';
import { UsageRecorder } from '../../metering/usage/usage-recorder';
import { capabilityTotals } from '../../metering/usage/usage-report';
import { sumCapabilities } from '../../metering/usage/usage-count.repository';
import { UsageModule } from '../../metering/usage/usage.module';
import { type MachineResponse, OverviewResponse, type ProjectCost } from './overview-responses';

const STARTED_AT = new Date(Date.now() - process.uptime() * 1_000).toISOString();

@ApiTags('usage')
@Controller('v2/overview')
class OverviewController {
  // oxlint-disable-next-line max-params -- one for each injected provider
  constructor(
    private readonly config: Config,
    private readonly store: Store,
    private readonly usage: UsageRecorder,
    private readonly logs: LogHours,
    private readonly projects: Projects,
  ) {}

  @ApiOperation({
    operationId: 'getOverview',
    summary: "Gets today's calls of the project, and the memory and disk of the process that answers.",
  })
  @ApiOkResponse({ type: OverviewResponse })
  @Get()
  @RouteConfig({ scope: 'admin', uncounted: true })
  async get(@CurrentCaller() { projectId, administersInstallation }: Caller): Promise<OverviewResponse> {
    const day = new Date().toISOString().slice(0, 10);
    await this.usage.flush();
    const today = await capabilityTotals(this.store.reader, { projectId, from: day, to: day });
    const machine = await machineState(this.config.PERCEPT_DATA_DIR);
    const projects = administersInstallation ? await this.costsOf(day) : [];
    return { version: VERSION, started_at: STARTED_AT, today, machine, projects, hours: await this.logs.ofDay(projectId) };
  }

  private async costsOf(day: string): Promise<ProjectCost[]> {
    const sums = await sumCapabilities(this.store.reader, { from: day, to: day }, 'project_id');
    const costs = (await this.projects.list()).map(({ id, name }) => {
      const its = sums.filter((sum) => sum.name === id);
      const whole = (of: 'requests' | 'total_ms'): number => its.reduce((all, sum) => all + sum[of], 0);
      const capabilities = its.map(({ capability, requests, total_ms }) => ({ capability, requests, total_ms }));
      return { project_id: id, name, requests: whole('requests'), total_ms: whole('total_ms'), capabilities };
    });
    return costs.toSorted((one, other) => other.total_ms - one.total_ms);
  }
}

/** Serves the dashboard's first page, which shows whether all is well. */
@Module({ imports: [AuthModule, UsageModule, LogsModule], controllers: [OverviewController] })
export class OverviewApiModule {}

/** Memory of this process and its machine and the disk of `folder`, in bytes; the delay of the main thread, in ms. */
async function machineState(folder: string): Promise<MachineResponse> {
  const { bavail, blocks, bsize } = await statfs(folder);
  const total = Math.min(totalmem(), process.constrainedMemory() || Infinity);
  return {
    process_memory_bytes: process.memoryUsage.rss(),
    // `availableMemory` respects a container's limit. Node 20 may return 0 if there is none.
    free_memory_bytes: Math.min(process.availableMemory() || freemem(), total),
    total_memory_bytes: total,
    free_disk_bytes: bavail * bsize,
    total_disk_bytes: blocks * bsize,
    main_thread_lag_ms: Math.round(mainThreadLag().ms(99)),
  };
}
