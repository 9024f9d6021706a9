import { createLog, LiveStock, prepareModels, type Config, type Log } from '@percept/core';
import { NestFactory } from '@nestjs/core';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { Access, guardAccess } from './access/access';
import { Audit } from './access/audit';
import { auditRequests } from './access/audit-requests';
import { AppModule, type AppOptions } from './app.module';
import { clipSettings, modelPlaces, TRIAL, usablePlugins, warnOfModel } from './composition';
import { serveDashboard } from './dashboard/serve-dashboard';
import { greet, tellPreparation } from './greeting';
import { endWithin } from './ending';
import { readEnvironment } from './environment';
import { makeFolders } from './folders';
import { ErrorsFilter } from './http/errors.filter';
import { createAdapter, prepareFastify } from './http/fastify';
import { observeRequests } from './http/observe';
import { Limits, settleLimits } from './limits/limits';
import { reportFfmpeg } from './report-ffmpeg';
import type { Role } from './roles';
import { recordRequests } from './usage/record-requests';
import { Usage } from './usage/usage';
import { serveDocument } from './openapi/serve-document';

export interface ServeOptions {
  roles: Role[];
  /** Settings of the command line, which win over the environment. */
  overrides?: Record<string, string | undefined>;
}

/** Starts the service: prepares the models, migrates the database, listens, then says where. */
export async function serve({ roles, overrides = {} }: ServeOptions): Promise<NestFastifyApplication> {
  const config = readEnvironment(overrides);
  const log = createLog(config.PERCEPT_LOG_LEVEL);
  const say = (line: string): void => void process.stdout.write(`${line}\n`);
  makeFolders(config);
  const reported = reportFfmpeg(clipSettings(config), log);
  await prepareModels({ ...modelPlaces(config), onProgress: tellPreparation(say), onProblem: warnOfModel(log) });
  const live = await LiveStock.open({ places: modelPlaces(config), trialPath: TRIAL, log });
  const app = await createApplication({ config, roles, log, live });
  await reported;
  await listen(app, config);
  endOnSignal(app, log);
  await greet(app, config, say).catch(async (error: unknown) => {
    await app.close();
    throw error;
  });
  return app;
}

export async function createApplication(options: Omit<AppOptions, 'plugins'>): Promise<NestFastifyApplication> {
  const { config, roles, log } = options;
  const module = AppModule.forRoot({ ...options, plugins: await usablePlugins(config) });
  const app = await NestFactory.create<NestFastifyApplication>(module, createAdapter(config), {
    bodyParser: false,
    logger: false,
    abortOnError: false,
  });
  const fastify = app.getHttpAdapter().getInstance();
  await prepareFastify(fastify, config);
  observeRequests(app, log);
  guardAccess(fastify, app.get(Access), app.get(Limits));
  settleLimits(fastify, app.get(Limits));
  recordRequests(fastify, app.get(Usage));
  auditRequests(fastify, app.get(Audit));
  app.useGlobalFilters(new ErrorsFilter(log));
  if (roles.includes('api')) {
    serveDocument(app);
    await serveDashboard(fastify);
  }
  await app.init();
  return app;
}

async function listen(app: NestFastifyApplication, config: Config): Promise<void> {
  try {
    await app.listen(config.PORT, config.PERCEPT_HOST);
  } catch (error) {
    await app.close();
    const { code } = error as NodeJS.ErrnoException;
    const place = `port ${config.PORT} on ${config.PERCEPT_HOST}`;
    if (code === 'EADDRINUSE')
      throw new Error(`Somebody else listens on ${place}. End that process, or choose another port: PORT=3001.`, {
        cause: error,
      });
    if (code === 'EACCES')
      throw new Error(`This user may not listen on ${place}. Choose a port from 1024 on: PORT=3000.`, { cause: error });
    if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND')
      throw new Error(`${config.PERCEPT_HOST} is no address of this machine. Take 127.0.0.1 or 0.0.0.0: PERCEPT_HOST.`, {
        cause: error,
      });
    throw error;
  }
}

/** Ends once, in order and within the limits. A second signal ends at once. */
function endOnSignal(app: NestFastifyApplication, log: Log): void {
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.once(signal, () => {
      log.info({ signal }, 'ending');
      const server = app.getHttpServer();
      const ending = { close: () => app.close(), cutConnections: () => server.closeAllConnections(), log };
      void endWithin(ending).then((code) => process.exit(code));
    });
  }
}
