import { type DynamicModule } from '@nestjs/common';
import type { Config, Log } from './kernel';
import { type PipelinesOptions } from './pipelines';
import { type HostOptions } from './plugins';
import { type Tables } from './store';
/** The database, with the tables of the core and those of whoever uses it. */
export declare class StoreModule {
    static forRoot(config: Config, tables: Tables[]): DynamicModule;
}
/** The plugins and the worker threads that run them. */
export declare class PluginsModule {
    static forRoot(options: HostOptions): DynamicModule;
}
/** Queue, events and pipelines over the database and the plugins. */
export declare class PipelinesModule {
    static forRoot(config: Config, log: Log, lent?: Pick<PipelinesOptions, 'secrets' | 'modelsDigest'>): DynamicModule;
}
