import { Module, type DynamicModule } from '@nestjs/common';
import { CoreModule } from '@percept/core';
import { WebhooksModule } from '@percept/webhooks';
import { AnalysesApiModule } from './inference/analyses/analyses.module';
import { AuditApiModule } from './access/audit/audit.module';
import { AuthApiModule } from './access/auth/auth.module';
import { CapabilitiesModule } from './inference/capabilities/capabilities.module';
import { openProjectCollections } from './inference/collections/project-collections';
import { CollectionsApiModule } from './inference/collections/collections.module';
import { ServiceModule, type ServiceValues } from './platform/config/service.module';
import { CompatApiModule } from './inference/compat/compat.module';
import { VERSION } from './platform/config/version';
import { HealthModule } from './platform/health/health.module';
import { HttpModule } from './request/http.module';
import { LifecycleModule } from './service/lifecycle/lifecycle.module';
import { ModelsModule } from './inference/models/models.module';
import { LogsApiModule } from './metering/logs/logs.module';
import { CustomerApiModule } from './service/customer/customer.controller';
import { OverviewApiModule } from './service/overview/overview.controller';
import { pipelineOptions } from './runs/pipelines/pipeline-options';
import { PipelinesApiModule } from './runs/pipelines/pipelines.module';
import { hostOptions, type UsablePlugins } from './inference/plugins/host-options';
import { PluginsApiModule } from './inference/plugins/plugins.module';
import { preloadedCapabilities } from './inference/plugins/preload';
import { declaredBy } from './inference/plugins/usable-plugins';
import { ProjectsModule } from './access/auth/projects/projects.module';
import { RunMeterModule } from './metering/usage/run-meter.module';
import { RunsModule } from './runs/runs/runs.module';
import { SecretsApiModule } from './access/secrets/secrets.module';
import { SchedulesModule } from './runs/schedules/schedules.module';
import { Uploads } from './inference/uploads/uploads';
import { UploadsApiModule } from './inference/uploads/uploads.module';
import { UsageApiModule } from './metering/usage/usage.module';
import { WebhooksApiModule } from './events/webhooks/webhooks.module';

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
