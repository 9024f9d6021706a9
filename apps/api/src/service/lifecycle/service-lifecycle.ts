import {
  Inject,
  Injectable,
  type BeforeApplicationShutdown,
  type OnApplicationBootstrap,
  type OnApplicationShutdown,
} from '@nestjs/common';
import { ModelWatcher, Pipelines, PluginHost, Retention, Schedules } from '@percept/core';
import { DeliveryWorker } from '@percept/webhooks';
import { AnalysisWorker } from '../../inference/analyses/analysis-worker';
import type { Role } from '../../platform/config/roles';
import { ROLES_TOKEN } from '../../platform/config/service.module';
import { ProjectRemoval } from '../removal/project-removal';

export const SHUTDOWN_SEQUENCE = Symbol('shutdown sequence');

export interface Closable {
  close(): Promise<void>;
}

/** Starts the work of this process's roles, and closes it in sequence. */
@Injectable()
export class ServiceLifecycle implements OnApplicationBootstrap, BeforeApplicationShutdown, OnApplicationShutdown {
  private draining: Promise<unknown> = Promise.resolve();

  // oxlint-disable-next-line max-params -- one for each injected provider
  constructor(
    @Inject(ROLES_TOKEN) private readonly roles: Role[],
    @Inject(SHUTDOWN_SEQUENCE) private readonly shutdownSequence: Closable[],
    @Inject(ModelWatcher) private readonly models: ModelWatcher,
    private readonly host: PluginHost,
    private readonly pipelines: Pipelines,
    private readonly analyses: AnalysisWorker,
    private readonly deliveries: DeliveryWorker,
    @Inject(Schedules) private readonly schedules: Schedules,
    @Inject(Retention) private readonly retention: Retention,
    @Inject(ProjectRemoval) private readonly projectRemoval: ProjectRemoval,
  ) {}

  onApplicationBootstrap(): void {
    this.models.onChange(async (registry) => void (await this.host.reloadModels(registry)));
    this.models.watch();
    if (this.roles.includes('worker')) this.pipelines.work();
    // The process that accepted an analysis has its bytes.
    if (this.roles.includes('api') || this.roles.includes('worker')) this.analyses.start();
    if (!this.roles.includes('scheduler')) return;
    this.deliveries.start();
    this.schedules.start();
    this.retention.start();
    this.projectRemoval.start();
  }

  /** Runs drain while the server waits for requests in flight, which may take long. */
  beforeApplicationShutdown(): void {
    this.draining = this.pipelines.close();
    // A failure is reported where the promise is awaited.
    this.draining.catch(() => undefined);
  }

  async onApplicationShutdown(): Promise<void> {
    await this.draining;
    for (const part of this.shutdownSequence) await part.close();
  }
}
