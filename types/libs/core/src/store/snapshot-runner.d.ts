import type { DataSource } from 'typeorm';
/** Makes every query runner of a PostgreSQL data source ours. */
export declare function runOnSnapshots(source: DataSource): void;
