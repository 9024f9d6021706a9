import type { MigrationInterface, QueryRunner } from 'typeorm';

const COUNTERS = `
  CREATE TABLE key_counters (
    key_id text NOT NULL,
    month text NOT NULL,
    used integer NOT NULL,
    minute integer NOT NULL,
    minute_used integer NOT NULL,
    notified_percent integer NOT NULL,
    PRIMARY KEY (key_id, month)
  )`;

const USAGE = `
  CREATE TABLE usage_counts (
    project_id text NOT NULL,
    day text NOT NULL,
    key_id text NOT NULL,
    operation text NOT NULL,
    status integer NOT NULL,
    within_ms integer NOT NULL,
    requests integer NOT NULL,
    total_ms integer NOT NULL,
    PRIMARY KEY (project_id, day, key_id, operation, status, within_ms)
  )`;

export class LimitsBaseline1764100000120 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    for (const table of [COUNTERS, USAGE]) await runner.query(table);
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const table of ['usage_counts', 'key_counters']) await runner.query(`DROP TABLE ${table}`);
  }
}
