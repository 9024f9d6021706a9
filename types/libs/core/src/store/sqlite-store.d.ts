import type { DataSource, EntityManager } from 'typeorm';
import type { ImmediateQueryRunner } from './immediate-runner';
import type { Presence } from './presence';
import { Store, type Transaction } from './store';
/** One connection that writes, one transaction after the other, and one that only reads what is committed. */
export declare class SqliteStore extends Store {
    private readonly file;
    private readonly writer;
    private readonly runner;
    private readonly readSource;
    readonly reader: EntityManager;
    private readonly committer;
    private readonly nesting;
    private closing;
    constructor(file: string, writer: DataSource, runner: ImmediateQueryRunner, readSource: DataSource);
    transaction<T>(work: (tx: Transaction) => Promise<T>): Promise<T>;
    presence(id: string): Presence;
    close(): Promise<void>;
}
