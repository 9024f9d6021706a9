import { Module, type DynamicModule } from '@nestjs/common';
import { CoreModule } from '@percept/core';
import { WebhooksModule } from '@percept/webhooks';
import { AnalysesApiModule } from './analyses/analyses.module';
import { AuditApiModule } from './audit/audit.module';
import { AuthApiModule } from './auth/auth.module';
import { CapabilitiesModule } from './capabilities/capabilities.module';
import { openProjectCollections } from './collections/project-collections';
import { CollectionsApiModule } from './collections/collections.module';
import { ServiceModule, type ServiceValues } from './config/service.module';
import { CompatApiModule } from './compat/compat.module';
import { VERSION } from './config/version';
import { HealthModule } from './health/health.module';
import { HttpModule } from './request/http.module';
import { LifecycleModule } from './lifecycle/lifecycle.module';
import { ModelsModule } from './models/models.module';
import { LogsApiModule } from './logs/logs.module';
import { CustomerApiModule } from './customer/customer.controller';
import { OverviewApiModule } from './overview/overview.controller';
import { pipelineOptions } from './pipelines/pipeline-options';
import { PipelinesApiModule } from './pipelines/pipelines.module';
import { hostOptions, type UsablePlugins } from './plugins/host-options';
import { PluginsApiModule } from './plugins/plugins.module';
import { preloadedCapabilities } from './plugins/preload';
import { declaredBy } from './plugins/usable-plugins';
import { ProjectsModule } from './auth/projects/projects.module';
import { RunMeterModule } from './usage/run-meter.module';
import { RunsModule } from './runs/runs.module';
import { SecretsApiModule } from './secrets/secrets.module';
import { SchedulesModule } from './schedules/schedules.module';
import { Uploads } from './uploads/uploads';
import { UploadsApiModule } from './uploads/uploads.module';
import { UsageApiModule } from './usage/usage.module';
import { WebhooksApiModule } from './webhooks/webhooks.module';

export interface AppOptions extends ServiceValues {
  plugins: UsablePlugins;
}

/** The composition root. */
@Module({})
export class AppModule {
  static forRoot(options: AppOptions): DynamicModule {
    const { roles, plugins } = options;
    const capabilities = declaredBy(plugins).capabilities.values();
    const imports = [ServiceModule.forRoot(options), ...coreModules(options), HttpModule, HealthModule, LifecycleModule];
    return {
      module: AppModule,
      imports: roles.includes('api')
        ? [...imports, CapabilitiesModule.forRoot(capabilities), ...API, CompatApiModule.forRoot(options.config)]
        : imports,
    };
  }
}

/** The features that answer requests, in the order of their pages in /docs. */
const API = [
  PipelinesApiModule,
  RunsModule,
  SchedulesModule,
  WebhooksApiModule,
  ModelsModule,
  CollectionsApiModule,
  PluginsApiModule,
  AuthApiModule,
  ProjectsModule,
  SecretsApiModule,
  AuditApiModule,
  UsageApiModule,
  OverviewApiModule,
  CustomerApiModule,
  LogsApiModule,
  AnalysesApiModule,
  UploadsApiModule,
];

/** The libraries, with the database and the models of this process. */
function coreModules({ config, log, models, plugins, store, mediaMemory }: AppOptions): DynamicModule[] {
  const preload = preloadedCapabilities(config, plugins);
  const media = { memory: mediaMemory, uploads: new Uploads(store, config) };
  return [
    { module: RunMeterModule },
    CoreModule.forRoot(
      config,
      log,
      {
        ...hostOptions(config, log, plugins, media),
        ...{ registry: models.current, preload },
        search: (projectId, { collection, vector, ...query }) =>
          openProjectCollections(store, config, projectId).search(collection, vector, { ...query, min_similarity: -1 }),
        modelsOf: (projectId) => models.current.projects?.[projectId],
      },
      pipelineOptions(config, () => models.current),
    ),
    WebhooksModule.forRoot(config, VERSION),
  ];
}
