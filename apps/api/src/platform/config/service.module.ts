import { Global, Module, type DynamicModule } from '@nestjs/common';
import { Config, FairBudget, ModelWatcher, Store, type Log } from '@percept/core';
import type { Role } from './roles';

export const LOG = Symbol('log');
export const ROLES_TOKEN = Symbol('roles');

/** Values that exist before Nest starts. */
export interface ServiceValues {
  config: Config;
  log: Log;
  /** The database, already open. */
  store: Store;
  /** The roles of this process. */
  roles: Role[];
  /** The installed models; reloads them when their folder changes. */
  models: ModelWatcher;
  /** Bytes for bodies with media and for media fetched from URLs, in fair shares of projects. */
  mediaMemory: FairBudget;
}

/** Configuration, log, database, roles and models, for every module. */
@Global()
@Module({})
export class ServiceModule {
  static forRoot({ config, log, store, roles, models, mediaMemory }: ServiceValues): DynamicModule {
    return {
      module: ServiceModule,
      providers: [
        { provide: Config, useValue: config },
        { provide: LOG, useValue: log },
        { provide: Store, useValue: store },
        { provide: ROLES_TOKEN, useValue: roles },
        { provide: ModelWatcher, useValue: models },
        { provide: FairBudget, useValue: mediaMemory },
      ],
      exports: [Config, LOG, Store, ROLES_TOKEN, ModelWatcher, FairBudget],
    };
  }
}
