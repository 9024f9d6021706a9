import type { DataSource, EntityManager } from 'typeorm';
import type { Presence } from './presence';
import { Store, type Transaction } from './store';
/**
 * Transactions run beside each other, each on a snapshot. The first that writes a row wins; the other is run again, as is
 * one whose connection broke before its commit was sent.
 */
export declare class PostgresStore extends Store {
    private readonly writer;
    private readonly readSource;
    private readonly settings;
    readonly reader: EntityManager;
    private readonly nesting;
    private readonly underWay;
    private closing;
    constructor(writer: DataSource, readSource: DataSource, settings: {
        url: string;
        giveUpMs: number;
    });
    transaction<T>(work: (tx: Transaction) => Promise<T>): Promise<T>;
    presence(id: string, graceMs: number): Presence;
    close(): Promise<void>;
    private untilCommitted;
    private attempt;
}
