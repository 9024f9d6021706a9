import type { Abstract, DynamicModule, INestApplicationContext } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import {
  loadPlugins,
  NoDatabaseError,
  openDatabase,
  Pipelines,
  PipelinesModule,
  PluginHost,
  PluginsModule,
  probePlugins,
  prepareModels,
  Queue,
  ScheduleViews,
  Store,
  StoreModule,
  scanModels,
  type LoadedPlugins,
} from '@percept/core';
import {
  createLog,
  fetchMedia,
  safeAgent,
  type VideoSettings,
  type Config,
  type HostOptions,
  type Log,
  type ModelPaths,
  type ModelRegistry,
} from '@percept/core';
import { builtinPluginModules } from '@percept/plugins';
import { DeliveryWorker, WebhooksModule } from '@percept/webhooks';
import { dirname, join } from 'node:path';
import { AccessModule } from './auth/auth.module';
import { ApiKeys } from './auth/keys/api-keys';
import { Administrators } from './auth/sessions/administrators';
import { Audit } from './audit/audit-log';
import { tables } from './tables';
import { readEnvironment, secretsOfEnvironment } from './config/environment';
import { createFolders } from './config/folders';
import { pipelineDependencies } from './pipelines/pipeline-options';
import { findPlugins } from './plugins/plugin-sources';
import { PACKAGE_ROOT, VERSION } from './config/version';

const WORKER = join(PACKAGE_ROOT, 'dist', 'libs', 'core', 'src', 'inference', 'host', 'worker.js');
/** Runs the users' models once before they are used. */
export const TRIAL = join(PACKAGE_ROOT, 'dist', 'libs', 'core', 'src', 'inference', 'models', 'trial-process.js');
const MEGABYTE = 1024 * 1024;
const SILENT = { logger: false, abortOnError: false } as const;

export function modelPaths(config: Config): ModelPaths {
  return {
    modelsDir: join(PACKAGE_ROOT, 'models'),
    ownModelsDir: config.ownModelsDir,
    dataDir: config.cacheDir,
    defaults: config.defaultModels,
  };
}

/** One broken model keeps nobody from using the others. */
export function modelWarning(log: Log): (problem: string) => void {
  return (problem) => log.warn({ problem }, 'A model cannot be prepared and is left out.');
}

/** The plugins in the box and those of the configuration, as the host takes them. */
export type UsablePlugins = Required<Pick<HostOptions, 'plugins' | 'admission' | 'rejected'>>;

export async function usablePlugins(config: Config): Promise<UsablePlugins> {
  const admission = { version: VERSION, secrets: secretsOfEnvironment() };
  const { sources, rejected } = findPlugins(config);
  const probed = await probePlugins(sources, { ...admission, compiled: dirname(WORKER) });
  return {
    plugins: [...builtinPluginModules(), ...probed.usable],
    admission,
    rejected: [...rejected, ...probed.rejected],
  };
}

/** What the plugins declare, without a worker. */
export function declaredBy({ plugins, admission, rejected }: UsablePlugins): LoadedPlugins {
  const loaded = loadPlugins(plugins, admission);
  return { ...loaded, rejected: [...rejected, ...loaded.rejected] };
}

export const declaredPlugins = async (): Promise<LoadedPlugins> => declaredBy(await usablePlugins(readEnvironment()));

export const clipSettings = (config: Config): VideoSettings => ({
  ffmpegPath: config.FFMPEG_PATH || undefined,
  cacheDir: config.cacheDir,
});

export function hostOptions(config: Config, log: Log, plugins: UsablePlugins): HostOptions {
  const agent = safeAgent({ allow: config.fetchAllow });
  return {
    ...plugins,
    workers: config.workerPlan.workers,
    workerPath: WORKER,
    limits: {
      maxBytes: config.maxMediaBytes,
      maxPixels: config.PERCEPT_MAX_PIXELS,
      maxSide: config.PERCEPT_MAX_SIDE,
      showGps: config.PERCEPT_EXIF_GPS,
      video: clipSettings(config),
    },
    models: modelPaths(config),
    queue: { calls: config.PERCEPT_QUEUE_CALLS, bytes: config.PERCEPT_QUEUE_MB * MEGABYTE },
    callTimeoutMs: config.callTimeoutMs,
    longCallTimeoutMs: config.videoTimeoutMs,
    fetchMedia: async (url, options) =>
      (await fetchMedia(url, { agent, maxBytes: config.maxMediaBytes, timeoutMs: config.callTimeoutMs, ...options })).bytes,
    report: (fault) => log.error(fault, 'a plugin or its worker failed'),
  };
}

export interface AccessParts {
  keys: ApiKeys;
  administrators: Administrators;
  audit: Audit;
}

/**
 * Lends keys and administrators to a command; the service may run meanwhile.
 * @param init makes the database where there is none.
 */
export async function withAccess<T>(use: (parts: AccessParts) => Promise<T>, { init = false } = {}): Promise<T> {
  const config = readEnvironment();
  if (init) createFolders(config);
  const store = StoreModule.forRoot(config, tables, { mustExist: !init });
  const context = await openContext({ module: AccessModule, imports: [store] });
  const parts = { keys: context.get(ApiKeys), administrators: context.get(Administrators), audit: context.get(Audit) };
  return lend(context, [ApiKeys, Store], () => use(parts));
}

/** Lends what is known of the triggers to a command. */
export async function withSchedules<T>(use: (views: ScheduleViews) => Promise<T>): Promise<T> {
  const context = await openContext(StoreModule.forRoot(readEnvironment(), tables, { mustExist: true }));
  return lend(context, [Store, Store], (store) => use(new ScheduleViews(store)));
}

/** @throws Error that says where a database was looked for, and what to do. */
async function openContext(module: DynamicModule): Promise<INestApplicationContext> {
  try {
    return await NestFactory.createApplicationContext(module, SILENT);
  } catch (error) {
    if (!(error instanceof NoDatabaseError)) throw error;
    const cure = "Run this in the folder in which the service was started, or give it the service's PERCEPT_DATA_DIR";
    throw new Error(`${error.message} ${cure} or PERCEPT_DATABASE_URL.`, { cause: error });
  }
}

/** Lends the plugin host to a command, with workers of its own. */
export async function withHost<T>(workers: number, use: (host: PluginHost) => Promise<T>): Promise<T> {
  const config = readEnvironment();
  createFolders(config);
  const { log, stock } = await prepared(config);
  const context = await NestFactory.createApplicationContext(
    PluginsModule.forRoot({ ...hostOptions(config, log, await usablePlugins(config)), stock, workers }),
    SILENT,
  );
  return lend(context, [PluginHost, PluginHost], use);
}

class CommandModule {}

/**
 * Lends the pipelines to a command, with database and workers. Webhooks are told of its runs: by this process while it lives,
 * by the service afterwards.
 */
export async function withPipelines<T>(use: (pipelines: Pipelines) => Promise<T>): Promise<T> {
  const config = readEnvironment();
  createFolders(config);
  const store = await openDatabase(config, tables);
  try {
    const { log, stock } = await prepared(config);
    const imports = [
      StoreModule.of(store),
      PluginsModule.forRoot({ ...hostOptions(config, log, await usablePlugins(config)), stock }),
      PipelinesModule.forRoot(
        config,
        log,
        pipelineDependencies(config, () => stock),
      ),
      WebhooksModule.forRoot(config, VERSION),
    ];
    const context = await NestFactory.createApplicationContext({ module: CommandModule, imports }, SILENT);
    context.get(DeliveryWorker).start();
    return await lend(context, [Pipelines, Pipelines, DeliveryWorker, Queue, PluginHost], use);
  } finally {
    await store.close();
  }
}

/** Lends the first of the parts; closes all of them in this order, whatever happens. */
async function lend<P, T>(
  context: INestApplicationContext,
  parts: [Abstract<P>, ...Closable[]],
  use: (part: P) => Promise<T>,
): Promise<T> {
  try {
    return await use(context.get(parts[0]));
  } finally {
    await closeParts(context, parts.slice(1) as Closable[]);
    await context.close();
  }
}

type Closable = Abstract<{ close(): Promise<void> }>;

/** Closes in the order given: work first, then the threads, then the database. */
export async function closeParts(context: Pick<INestApplicationContext, 'get'>, parts: Closable[]): Promise<void> {
  for (const part of parts) await context.get<{ close(): Promise<void> }>(part, { strict: false }).close();
}

async function prepared(config: Config): Promise<{ log: Log; stock: ModelRegistry }> {
  const log = createLog('warn');
  await prepareModels({ ...modelPaths(config), onProblem: modelWarning(log) });
  const stock = await scanModels(modelPaths(config), { trialPath: TRIAL });
  return { log, stock };
}
