import { ModelWatcher, openDatabase, startTelemetry, type Config, type Log, type Store } from '@percept/core';
import { NestFactory } from '@nestjs/core';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { AppModule, type AppOptions } from './app.module';
import { modelPaths, modelWarning, TRIAL_PROCESS, videoSettings } from './inference/models/model-paths';
import { Metrics } from './platform/health/metrics';
import { tables } from './tables';
import { serveDashboard } from './platform/dashboard/serve-dashboard';
import { reportPreparation } from './service/lifecycle/report-preparation';
import { printWelcome } from './service/lifecycle/welcome';
import { endWithin } from './service/lifecycle/shutdown';
import { readEnvironment, standardVariables } from './platform/config/environment';
import { checkDataRoots, makeFilesFolder, createFolders } from './platform/config/folders';
import { createAdapter } from './request/http/adapter';
import { createMediaMemory } from './request/http/body/upload-memory';
import { addRequestPipeline } from './request/pipeline';
import { joinInstallation } from './platform/installation/join';
import { checkAddress, explainListening } from './service/lifecycle/listening';
import { reportFfmpeg, reportGrants } from './service/lifecycle/start-reports';
import type { Role } from './platform/config/roles';
import { VERSION } from './platform/config/version';
import { addServiceAddress, removeServiceAddress } from './platform/config/service-address';
import { serveDocument } from './service/openapi/serve-document';
import { usablePlugins } from './inference/plugins/usable-plugins';
import { createLog } from './platform/config/log';
import * as nodeModule from 'node:module';

interface ServeOptions {
  roles: Role[];
  /** Settings of the command line, which win over the environment. */
  overrides?: Record<string, string | undefined>;
}

/** Starts the service: opens the database, prepares the models, listens, then says where. */
export async function serve({ roles, overrides = {} }: ServeOptions): Promise<NestFastifyApplication> {
  // Only the service's user may access its files, regardless of the umask of the shell or the unit.
  process.umask(0o077);
  const config = readEnvironment(overrides);
  const log = createLog(config.logLevel);
  const say = (line: string): void => void process.stdout.write(`${line}\n`);
  await checkAddress(config);
  const startMetrics = startTelemetry(VERSION, standardVariables());
  createFolders(config);
  makeFilesFolder(config);
  checkDataRoots(config);
  reportWorkers(config, log);
  const store = await openDatabase(config, tables);
  const app = await onStore(store, async () => {
    await joinInstallation({ store, config, roles, log });
    const reported = reportFfmpeg(videoSettings(config), log);
    await reportGrants(config, store, log);
    const reports = { onProgress: reportPreparation(say), onProblem: modelWarning(log) };
    const { unusedTasks: unused } = config;
    const models = await ModelWatcher.open({ paths: modelPaths(config), trialPath: TRIAL_PROCESS, log, unused, ...reports });
    const app = await createApplication({ config, roles, log, models, store });
    await reported;
    return app;
  });
  const address = await listen(app, config);
  if (roles.includes('api')) {
    addServiceAddress(config, address);
    process.once('exit', () => removeServiceAddress(config));
  }
  const { registry } = app.get(Metrics);
  endOnSignal(
    app,
    log,
    startMetrics(() => registry.getMetricsAsJSON()),
  );
  await printWelcome(app, { config, address, roles, say, isTerminal: process.stdout.isTTY }).catch(async (error: unknown) => {
    await app.close();
    throw error;
  });
  storeCompiledCode();
  return app;
}

/** Closes the database where the rest of the start fails: an open one keeps the process alive. */
async function onStore<T>(store: Store, start: () => Promise<T>): Promise<T> {
  try {
    return await start();
  } catch (error) {
    await store.close();
    throw error;
  }
}

async function createApplication(options: Omit<AppOptions, 'plugins' | 'mediaMemory'>): Promise<NestFastifyApplication> {
  const { config, roles } = options;
  const module = AppModule.forRoot({
    ...options,
    mediaMemory: createMediaMemory(config),
    plugins: await usablePlugins(config),
  });
  const app = await NestFactory.create<NestFastifyApplication>(module, createAdapter(config), {
    bodyParser: false,
    logger: false,
    abortOnError: false,
  });
  await addRequestPipeline(app);
  if (roles.includes('api')) {
    serveDocument(app);
    await serveDashboard(app.getHttpAdapter().getInstance(), config);
  }
  await app.init();
  return app;
}

/** @returns the address for a caller on this machine. */
async function listen(app: NestFastifyApplication, config: Config): Promise<string> {
  try {
    await app.listen(config.PORT, config.PERCEPT_HOST);
    return (await app.getUrl()).replace('[::1]', 'localhost');
  } catch (error) {
    await app.close();
    throw explainListening(error, config);
  }
}

function reportWorkers({ workerPlan }: Config, log: Log): void {
  const { workers, cores, memoryBytes, reason } = workerPlan;
  log.info({ workers, cores, memory_mb: Math.floor(memoryBytes / 2 ** 20) }, `Worker threads: ${workers} (${reason}).`);
}

/** Ends once, in order and within the limits. A second signal ends the process at once. */
function endOnSignal(app: NestFastifyApplication, log: Log, endTelemetry: () => Promise<void>): void {
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.once(signal, () => {
      log.info({ signal }, 'ending');
      const server = app.getHttpServer();
      const close = async (): Promise<void> => {
        try {
          await app.close();
        } finally {
          await endTelemetry();
        }
      };
      void endWithin({ close, cutConnections: () => server.closeAllConnections(), log }).then((code) => process.exit(code));
    });
  }
}

/**
 * Writes the compiled code of all loaded modules into the cache that `bin/percept` opened. So the next start is faster even if the
 * service is killed. Node itself writes it when a process ends; from 22.10 on it can do so earlier.
 */
function storeCompiledCode(): void {
  (nodeModule as { flushCompileCache?: () => void }).flushCompileCache?.();
}
