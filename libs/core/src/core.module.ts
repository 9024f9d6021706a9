import { Module, type DynamicModule, type FactoryProvider } from '@nestjs/common';
import { join } from 'node:path';
import type { Dispatcher } from 'undici';
import { ObjectStorage, ObjectStorageRules, parseS3Url } from './durable/object-storage';
import { Events, eventTables } from './durable/events';
import type { Config, Log } from './kernel';
import { safeAgent } from './kernel/net';
import { FileAccess, Pipelines, pipelineTables, type Grants, type PipelinesOptions } from './pipelines/runs';
import { RunMetering } from './pipelines/runs/calls';
import { digestOfModels, type ModelRegistry } from './inference/models/registry';
import { PluginHost, startHost, type HostOptions } from './inference/host';
import { Queue, queueTables } from './durable/queue';
import { QueueModule } from './queue.module';
import { Schedules, scheduleTables, ScheduleViews } from './triggers';
import { openStore, Store, type StoreOptions, type Tables } from './durable/database';

const DATABASE = 'percept.sqlite';

const coreTables = [queueTables, eventTables, pipelineTables, scheduleTables];

/** Opens the database with the core's tables and the given ones. */
export function openDatabase(
  config: Config,
  tables: Tables[],
  { mustExist }: Pick<StoreOptions, 'mustExist'> = {},
): Promise<Store> {
  const all = [...coreTables, ...tables];
  return openStore({
    file: join(config.PERCEPT_DATA_DIR, DATABASE),
    url: config.PERCEPT_DATABASE_URL || undefined,
    entities: all.flatMap((each) => each.entities),
    migrations: all.flatMap((each) => each.migrations),
    mustExist,
  });
}

/** The configured object storage, and what pipelines may use of it. */
export function readStorageRules(config: Config): ObjectStorageRules {
  const { AWS_ENDPOINT_URL_S3: endpoint, PERCEPT_STORAGE_URL: url, s3Buckets: buckets, maxMediaBytes } = config;
  const own = url ? parseS3Url(url.endsWith('/') ? url : `${url}/`, 'PERCEPT_STORAGE_URL') : undefined;
  return new ObjectStorageRules(new ObjectStorage({ endpoint: endpoint || undefined }), { buckets, own, maxMediaBytes });
}

/** What the service provides to its pipelines. */
export interface ServiceOptions extends Pick<PipelinesOptions, 'pipelinesDir' | 'secrets' | 'storedSecrets' | 'collections'> {
  /** The folders that the operator opened, as absolute paths. */
  roots: readonly string[];
  /** Those `roots` that every project may read. */
  shared: readonly string[];
  grantsOf: (store: Store, projectId: string) => Promise<Grants>;
  /** The installed models. */
  models: () => ModelRegistry;
}

/** The plugins with their worker threads, the queue, events, pipelines and their triggers, based on the database. */
@Module({})
export class CoreModule {
  static forRoot(config: Config, log: Log, plugins: HostOptions, options: ServiceOptions): DynamicModule {
    const host = { provide: PluginHost, useFactory: (): PluginHost => startHost(plugins) };
    const events = { provide: Events, useFactory: (store: Store): Events => new Events(store), inject: [Store] };
    const pipelines = pipelinesOf(config, options);
    const schedules = {
      provide: Schedules,
      inject: [Store, Pipelines, { token: RunMetering, optional: true }],
      useFactory: (store: Store, pipelines: Pipelines, meter?: RunMetering) =>
        new Schedules({
          ...{ store, pipelines, log, checkPayer: meter?.whyEnded },
          outbound: outboundOf(config),
          hooksPerMinute: config.PERCEPT_RATE_PER_MINUTE,
        }),
    };
    const views = { provide: ScheduleViews, inject: [Store], useFactory: (store: Store) => new ScheduleViews(store) };
    const queue = QueueModule.forRoot(config, log);
    return {
      module: CoreModule,
      global: true,
      imports: [queue],
      providers: [host, events, pipelines, schedules, views],
      exports: [queue, PluginHost, Events, Pipelines, Schedules, ScheduleViews],
    };
  }
}

function pipelinesOf(
  config: Config,
  { roots, shared, grantsOf, models, ...options }: ServiceOptions,
): FactoryProvider<Pipelines> {
  return {
    provide: Pipelines,
    inject: [Store, Queue, Events, PluginHost, { token: RunMetering, optional: true }],
    // oxlint-disable-next-line max-params -- one for each injected provider
    useFactory: (store: Store, queue: Queue, events: Events, host: PluginHost, meter?: RunMetering): Pipelines => {
      const [dataDir, objects] = [config.PERCEPT_DATA_DIR, readStorageRules(config)];
      const ownFolderBytes = config.PERCEPT_RETENTION_MB * 1024 * 1024;
      const grants = (projectId: string): Promise<Grants> => grantsOf(store, projectId);
      return new Pipelines({
        store,
        queue,
        events,
        host,
        meter: meter?.run,
        ...options,
        modelsDigest: (projectId) => digestOfModels(models(), projectId),
        outbound: outboundOf(config),
        dataDir,
        objects,
        files: new FileAccess({ dataDir, objects, roots, shared, grantsOf: grants, ownFolderBytes }),
        outputs: { escapeFormulas: config.PERCEPT_CSV_FORMULAS === 'escape' },
        limits: config.projectLimits,
        maxResultBytes: config.projectLimits.run_results_mb * 1024 * 1024,
        runsPerKey: config.projectLimits.runs_per_key || undefined,
      });
    },
  };
}

/** Connections to addresses that callers and senders name, opened by the first call. */
function outboundOf(config: Config): () => Dispatcher {
  let agent: Dispatcher | undefined;
  return () => (agent ??= safeAgent({ allow: config.fetchAllow, dnsServers: config.dnsServers }));
}
