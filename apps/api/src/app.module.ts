import { APP_INTERCEPTOR, ModuleRef } from '@nestjs/core';
import {
  Inject,
  Module,
  type Abstract,
  type DynamicModule,
  type BeforeApplicationShutdown,
  type OnApplicationBootstrap,
  type OnApplicationShutdown,
} from '@nestjs/common';
import {
  Config,
  ModelWatcher,
  Pipelines,
  PipelinesModule,
  PluginHost,
  PluginsModule,
  Queue,
  Retention,
  ScheduleModule,
  Schedules,
  Store,
  StoreModule,
  type Log,
} from '@percept/core';
import { DeliveryWorker, WebhooksModule } from '@percept/webhooks';
import { Access } from './auth/authenticator';
import { AnalysesController } from './analyses/analyses.controller';
import { AnalysesModule } from './analyses/analyses.module';
import { AnalysisWorker } from './analyses/analysis-worker';
import { AccessModule } from './auth/auth.module';
import { accessControllers } from './auth/controllers';
import { AsyncCalls } from './capabilities/async-calls';
import { CapabilityCalls } from './capabilities/capability-calls';
import { capabilityController } from './capabilities/capability.controller';
import { closeParts, declaredBy, hostOptions, type UsablePlugins } from './composition';
import { dataRoots } from './config/folders';
import { HealthController } from './health/health.controller';
import { Metrics } from './health/metrics';
import { Storage } from './health/storage';
import { Idempotency } from './idempotency/idempotency';
import { IdempotencyInterceptor } from './idempotency/idempotency.interceptor';
import { Limits } from './quota/request-limits';
import { LimitsModule } from './quota/quota.module';
import { pipelineDependencies } from './pipelines/pipeline-options';
import { ModelSchemaController } from './models/model-schema.controller';
import { ModelsController } from './models/models.controller';
import { Pulls } from './models/pulls';
import { PullsController } from './models/pulls.controller';
import { PipelineSchemaController } from './pipelines/pipeline-schema.controller';
import { PipelinesController } from './pipelines/pipelines.controller';
import { RunsController } from './runs/runs.controller';
import { PluginsController } from './plugins/plugins.controller';
import { retentionProvider } from './retention/retention-rules';
import type { Role } from './config/roles';
import { SchedulesController } from './schedules/schedules.controller';
import { Usage } from './usage/usage';
import { UsageController } from './usage/usage.controller';
import { VERSION } from './config/version';
import { webhookControllers } from './webhooks/controllers';

const ROLES = Symbol('roles');
/** Their constructors are their own affair; as tokens they stand for themselves. */
const SCHEDULES = Schedules as unknown as Abstract<Schedules>;
const RETENTION = Retention as unknown as Abstract<Retention>;
const LIVE = ModelWatcher as unknown as Abstract<ModelWatcher>;

export interface AppOptions {
  config: Config;
  roles: Role[];
  log: Log;
  store: Store;
  plugins: UsablePlugins;
  /** The models on hand, which the users' folder may change. */
  live: ModelWatcher;
}

/** The composition root: the core gets its plugins and its webhooks from here. */
/** What /health and /metrics ask. */
const health = [Metrics, Storage];

@Module({})
export class AppModule implements OnApplicationBootstrap, BeforeApplicationShutdown, OnApplicationShutdown {
  private draining: Promise<unknown> = Promise.resolve();

  constructor(
    @Inject(ROLES) private readonly roles: Role[],
    private readonly parts: ModuleRef,
  ) {}

  static forRoot({ config, roles, log, plugins, live, store }: AppOptions): DynamicModule {
    const capabilities = [...declaredBy(plugins).capabilities.values()];
    const api = [
      ...capabilities.map(capabilityController),
      PipelinesController,
      RunsController,
      PipelineSchemaController,
      SchedulesController,
      ...webhookControllers,
      ModelsController,
      PullsController,
      PluginsController,
      ModelSchemaController,
      ...accessControllers,
      UsageController,
      AnalysesController,
    ];
    return {
      module: AppModule,
      imports: [
        StoreModule.of(store),
        PluginsModule.forRoot({ ...hostOptions(config, log, plugins), stock: live.current }),
        PipelinesModule.forRoot(
          config,
          log,
          pipelineDependencies(config, () => live.current),
        ),
        ScheduleModule.forRoot(config, log, dataRoots(config)),
        WebhooksModule.forRoot(config, VERSION),
        AccessModule,
        LimitsModule,
        AnalysesModule.forRoot(config),
      ],
      controllers: [HealthController, ...(roles.includes('api') ? api : [])],
      providers: [
        Access,
        Limits,
        Idempotency,
        { provide: APP_INTERCEPTOR, useClass: IdempotencyInterceptor },
        CapabilityCalls,
        AsyncCalls,
        ...health,
        retentionProvider(config, log),
        Pulls,
        { provide: Config, useValue: config },
        { provide: ModelWatcher, useValue: live },
        { provide: ROLES, useValue: roles },
      ],
    };
  }

  onApplicationBootstrap(): void {
    const [live, host] = [this.part(LIVE), this.part(PluginHost)];
    live.onChange(async (stock) => void (await host.reloadModels(stock)));
    live.watch();
    if (this.roles.includes('worker')) this.part(Pipelines).work();
    // Whoever accepted an analysis has its bytes at hand.
    if (this.roles.includes('api') || this.roles.includes('worker')) this.part(AnalysisWorker).start();
    if (!this.roles.includes('scheduler')) return;
    this.part(DeliveryWorker).start();
    this.part(SCHEDULES).start();
    this.part(RETENTION).start();
  }

  /** Requests under way may take long: runs are finished or handed back beside them. */
  beforeApplicationShutdown(): void {
    this.draining = this.part(Pipelines).close();
    // Its failure is told when it is awaited.
    this.draining.catch(() => undefined);
  }

  async onApplicationShutdown(): Promise<void> {
    await this.draining;
    await closeParts(this.parts, [
      RETENTION,
      LIVE,
      SCHEDULES,
      Pipelines,
      AnalysisWorker,
      DeliveryWorker,
      Queue,
      PluginHost,
      Usage,
      Store,
    ]);
  }

  private part<T>(token: Abstract<T>): T {
    return this.parts.get(token, { strict: false });
  }
}
