import { Controller, Get, Header, HttpCode, Res } from '@nestjs/common';
import { RouteConfig } from '@nestjs/platform-fastify';
import { PluginHost, Store } from '@percept/core';
import { ApiExcludeController } from '@nestjs/swagger';
import type { FastifyReply } from 'fastify';
import { setTimeout as sleep } from 'node:timers/promises';
import { probeDatabase } from '../installation/installation.repository';
import { Metrics } from './metrics';
import { Storage } from './storage';

/** The limit for a read: it waits while the database restarts, but a readiness probe needs its answer now. */
const DATABASE_LIMIT_MS = 1_000;

interface Readiness {
  status: string;
  /** This field and the next two are `ready`, or say why not. */
  workers: string;
  database: string;
  data_folder: string;
  /** Capabilities that are set up; the first call of any other takes longer. */
  warm: string[];
}

/** For load balancers, orchestrators and Prometheus. */
@Controller()
@ApiExcludeController()
export class HealthController {
  constructor(
    private readonly host: PluginHost,
    private readonly store: Store,
    private readonly storage: Storage,
    private readonly metrics: Metrics,
  ) {}

  /** The process serves requests. */
  @Get('health/live')
  @HttpCode(200)
  @RouteConfig({ open: true })
  live(): { status: string } {
    return { status: 'ok' };
  }

  /** The process has set up what is preloaded, and can read and write its data: send it traffic. */
  @Get(['health/ready', 'health'])
  @RouteConfig({ open: true })
  async ready(@Res({ passthrough: true }) reply: FastifyReply): Promise<Readiness> {
    const workers = this.host.isReady() ? 'ready' : 'warming up';
    const [isReadable, writing] = await Promise.all([this.isDatabaseReadable(), this.storage.state()]);
    const states = { workers, ...writing, ...(!isReadable && { database: 'unreachable' }) };
    const isReady = Object.values(states).every((state) => state === 'ready');
    void reply.status(isReady ? 200 : 503);
    return { status: isReady ? 'ok' : 'not ready', ...states, warm: this.host.warmCapabilities() };
  }

  private async isDatabaseReadable(): Promise<boolean> {
    const answer = probeDatabase(this.store.reader).then(
      () => true,
      () => false,
    );
    return Promise.race([answer, sleep(DATABASE_LIMIT_MS, false, { ref: false })]);
  }

  @Get('metrics')
  @Header('content-type', 'text/plain; version=0.0.4; charset=utf-8')
  @RouteConfig({ open: true })
  scrape(): Promise<string> {
    return this.metrics.registry.metrics();
  }
}
