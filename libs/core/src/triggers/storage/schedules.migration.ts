import type { MigrationInterface, QueryRunner } from 'typeorm';

const SCHEDULES = `
  CREATE TABLE schedules (
    id text PRIMARY KEY NOT NULL,
    project_id text NOT NULL,
    pipeline text NOT NULL,
    kind text NOT NULL,
    definition text NOT NULL,
    removed_at bigint,
    anchor bigint NOT NULL,
    cursor bigint NOT NULL,
    token_hash text,
    paused_at bigint,
    paused_reason text,
    paused_until bigint,
    resumed_at bigint NOT NULL
  )`;

const TICKS = `
  CREATE TABLE ticks (
    id text PRIMARY KEY NOT NULL,
    schedule_id text NOT NULL,
    ref text NOT NULL,
    at bigint NOT NULL,
    fire_at bigint NOT NULL,
    state text NOT NULL,
    reason text,
    run_id text,
    inputs text
  )`;

export class SchedulesBaseline1764100000041 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    for (const table of [SCHEDULES, TICKS]) await runner.query(table);
    await runner.query('CREATE INDEX schedules_token_hash ON schedules (token_hash)');
    await runner.query('CREATE UNIQUE INDEX ticks_once ON ticks (schedule_id, ref)');
    await runner.query('CREATE INDEX ticks_due ON ticks (state, fire_at)');
    await runner.query('CREATE INDEX ticks_newest ON ticks (schedule_id, at)');
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const table of ['ticks', 'schedules']) await runner.query(`DROP TABLE ${table}`);
  }
}
