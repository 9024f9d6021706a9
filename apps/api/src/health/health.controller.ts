import { Controller, Get, Header, HttpCode, Res } from '@nestjs/common';
import { RouteConfig } from '@nestjs/platform-fastify';
import { PluginHost, Store } from '@percept/core';
import { ApiExcludeController } from '@nestjs/swagger';
import type { FastifyReply } from 'fastify';
import { setTimeout as sleep } from 'node:timers/promises';
import { Metrics } from './metrics';

/** A read waits while the database restarts; who asks whether we are ready wants to know now. */
const DATABASE_LIMIT_MS = 1_000;

/** For load balancers, orchestrators and Prometheus. */
@Controller()
@ApiExcludeController()
export class HealthController {
  constructor(
    private readonly host: PluginHost,
    private readonly store: Store,
    private readonly metrics: Metrics,
  ) {}

  /** The process serves requests. */
  @Get('health/live')
  @HttpCode(200)
  @RouteConfig({ open: true })
  live(): { status: string } {
    return { status: 'ok' };
  }

  /** The process has its models loaded and its database at hand: send it traffic. */
  @Get('health/ready')
  @RouteConfig({ open: true })
  async ready(@Res({ passthrough: true }) reply: FastifyReply): Promise<{ status: string; workers: string; database: string }> {
    const workers = this.host.isReady() ? 'ready' : 'warming up';
    const database = await this.lookAtDatabase();
    const ready = workers === 'ready' && database === 'ready';
    void reply.status(ready ? 200 : 503);
    return { status: ready ? 'ok' : 'not ready', workers, database };
  }

  private async lookAtDatabase(): Promise<'ready' | 'unreachable'> {
    const answer = this.store.reader.query('SELECT 1').then(
      () => 'ready' as const,
      () => 'unreachable' as const,
    );
    return Promise.race([answer, sleep(DATABASE_LIMIT_MS, 'unreachable' as const, { ref: false })]);
  }

  @Get('metrics')
  @Header('content-type', 'text/plain; version=0.0.4; charset=utf-8')
  @RouteConfig({ open: true })
  scrape(): Promise<string> {
    return this.metrics.registry.metrics();
  }
}
