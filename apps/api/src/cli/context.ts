import type { Abstract, DynamicModule, INestApplicationContext } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import {
  Config,
  CoreModule,
  readStorageRules,
  openDatabase,
  Pipelines,
  PluginHost,
  Queue,
  ScheduleViews,
  Store,
} from '@percept/core';
import { DeliveryWorker, WebhooksModule } from '@percept/webhooks';
import { resolve } from 'node:path';
import { AuditLog } from '../access/audit/audit-log';
import { AuditModule } from '../access/audit/audit.module';
import { CredentialsModule } from '../access/auth/credentials.module';
import { ApiKeys } from '../access/auth/keys/api-keys';
import { Administrators } from '../access/auth/sessions/administrators';
import { SecondFactor } from '../access/auth/sessions/second-factor';
import { readEnvironment } from '../platform/config/environment';
import { createFolders } from '../platform/config/folders';
import { VERSION } from '../platform/config/version';
import { Projects } from '../access/auth/projects/projects';
import { ProjectRemoval } from '../service/removal/project-removal';
import { pipelineOptions } from '../runs/pipelines/pipeline-options';
import { prepareForCommand } from '../inference/plugins/command-host';
import { hostOptions } from '../inference/plugins/host-options';
import { registerOwnKinds, usablePlugins } from '../inference/plugins/usable-plugins';
import { ProjectSecrets } from '../access/secrets/project-secrets';
import { rekey, type RekeyReport } from '../service/rekey/rekey';
import { tables } from '../tables';

/** The end of the error message for a missing database. */
const ELSEWHERE =
  "Run this in the folder in which the service was started, or give it the service's PERCEPT_DATA_DIR or PERCEPT_DATABASE_URL. To work on a service elsewhere, name it with --url or --profile.";
const SILENT = { logger: false, abortOnError: false } as const;

class CommandModule {}

class ValuesModule {}

/** A value for every module of a command, such as its database. */
const valueFor = <T>(provide: Abstract<T>, useValue: T): DynamicModule => ({
  ...{ module: ValuesModule, global: true },
  ...{ providers: [{ provide, useValue }], exports: [provide] },
});

export interface AccessServices {
  keys: ApiKeys;
  administrators: Administrators;
  secondFactor: SecondFactor;
  projects: Projects;
  audit: AuditLog;
  removal: ProjectRemoval;
  secrets: ProjectSecrets;
  rekey(): Promise<RekeyReport>;
  config: Config;
}

/**
 * Opens keys, administrators and the audit log for a command. The service may run meanwhile.
 * @param init creates the database if there is none.
 */
export async function withAccess<T>(use: (parts: AccessServices) => Promise<T>, { init = false } = {}): Promise<T> {
  const config = readEnvironment();
  if (init) createFolders(config);
  const store = await openDatabase(config, tables, init ? {} : { mustExist: ELSEWHERE });
  const imports = [valueFor(Config, config), valueFor(Store, store), CredentialsModule, AuditModule];
  const context = await NestFactory.createApplicationContext({ module: CommandModule, imports }, SILENT);
  const parts = {
    keys: context.get(ApiKeys),
    administrators: context.get(Administrators),
    secondFactor: context.get(SecondFactor),
    projects: context.get(Projects),
    audit: context.get(AuditLog),
    removal: removalFor(context.get(Store), config),
    secrets: new ProjectSecrets(context.get(Store), config),
    rekey: () => rekey(context.get(Store), config),
    config,
  };
  return useAndClose(context, [ApiKeys, Store], () => use(parts));
}

function removalFor(store: Store, config: Config): ProjectRemoval {
  const log = { info: () => undefined, error: () => undefined };
  const { PERCEPT_DATA_DIR: dataDir, ownModelsDir: modelsDir } = config;
  return new ProjectRemoval({ store, log, files: { dataDir, modelsDir, objects: readStorageRules(config) } });
}

/** Opens the schedules of all projects for a command. */
export async function withStoredSchedules<T>(use: (views: ScheduleViews) => Promise<T>): Promise<T> {
  registerOwnKinds();
  const store = await openDatabase(readEnvironment(), tables, { mustExist: ELSEWHERE });
  try {
    return await use(new ScheduleViews(store));
  } finally {
    await store.close();
  }
}

/**
 * Opens the pipelines for a command, with database and worker threads. Webhooks receive the events of its runs: from this process
 * while it lives, from the service afterwards.
 */
export async function withPipelines<T>(use: (pipelines: Pipelines) => Promise<T>): Promise<T> {
  const config = readEnvironment();
  createFolders(config);
  process.stderr.write(`Uses the data folder ${resolve(config.PERCEPT_DATA_DIR)}.\n`);
  const store = await openDatabase(config, tables);
  try {
    const { log, registry } = await prepareForCommand(config);
    const imports = [
      valueFor(Store, store),
      CoreModule.forRoot(
        config,
        log,
        { ...hostOptions(config, log, await usablePlugins(config)), registry, preload: [] },
        pipelineOptions(config, () => registry),
      ),
      WebhooksModule.forRoot(config, VERSION),
    ];
    const context = await NestFactory.createApplicationContext({ module: CommandModule, imports }, SILENT);
    context.get(DeliveryWorker).start();
    return await useAndClose(context, [Pipelines, Pipelines, DeliveryWorker, Queue, PluginHost], use);
  } finally {
    await store.close();
  }
}

/** Passes the first part to `use`, then closes the others in this order, also after an error. */
async function useAndClose<P, T>(
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
async function closeParts(context: Pick<INestApplicationContext, 'get'>, parts: Closable[]): Promise<void> {
  for (const part of parts) await context.get<{ close(): Promise<void> }>(part, { strict: false }).close();
}
