import { type DataSource, type QueryRunner } from 'typeorm';
/**
 * Brings the database up to the steps that this version knows. All in one transaction, so that two processes that start
 * together do not both create a table, and a step that fails leaves nothing behind.
 * @throws Error where the database has steps that this version does not know.
 */
export declare function migrate(source: DataSource, runner: QueryRunner, afterwards?: () => Promise<void>): Promise<void>;
