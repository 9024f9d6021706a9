import type { MigrationInterface, QueryRunner } from 'typeorm';
import { DEFAULT_PROJECT } from '../../kernel';

const RUNS = `
  CREATE TABLE runs (
    id text PRIMARY KEY NOT NULL,
    project_id text NOT NULL DEFAULT '${DEFAULT_PROJECT}',
    key_id text,
    pipeline text NOT NULL,
    revision text NOT NULL,
    source text NOT NULL,
    file text NOT NULL,
    inputs text NOT NULL,
    base text,
    roots text,
    status text NOT NULL,
    claim text,
    cancel_requested_at bigint,
    total integer NOT NULL,
    running integer NOT NULL,
    succeeded integer NOT NULL,
    failed integer NOT NULL,
    cached integer NOT NULL DEFAULT 0,
    crashes integer NOT NULL DEFAULT 0,
    rate double precision,
    rate_updated_at bigint,
    created_at bigint NOT NULL,
    started_at bigint,
    resumed_at bigint,
    ended_before integer NOT NULL,
    ended_at bigint,
    error text,
    outputs text,
    traceparent text
  )`;

const STEPS = `
  CREATE TABLE run_steps (
    run_id text NOT NULL,
    step text NOT NULL,
    state text NOT NULL,
    total integer,
    stopping integer NOT NULL DEFAULT 0,
    started_at bigint,
    ended_at bigint,
    PRIMARY KEY (run_id, step)
  )`;

/** Large texts are the last columns: to reach a column behind them, SQLite reads every page that they fill. */
const ITEMS = `
  CREATE TABLE run_items (
    run_id text NOT NULL,
    step text NOT NULL,
    sort text NOT NULL,
    shard text NOT NULL DEFAULT '',
    key text NOT NULL,
    state text NOT NULL,
    attempts integer NOT NULL,
    cached integer NOT NULL DEFAULT 0,
    crashes integer NOT NULL DEFAULT 0,
    error_step text,
    error_code text,
    error_reason text,
    ended_at bigint,
    results text,
    item text,
    row text,
    PRIMARY KEY (run_id, step, sort)
  )`;

const SHARDS = `
  CREATE TABLE run_shards (
    id text PRIMARY KEY NOT NULL,
    run_id text NOT NULL,
    step text NOT NULL,
    first_sort text NOT NULL,
    last_sort text NOT NULL,
    state text NOT NULL,
    claim text,
    process integer,
    host text,
    slots integer,
    succeeded integer NOT NULL DEFAULT 0,
    failed integer NOT NULL DEFAULT 0,
    cached integer NOT NULL DEFAULT 0,
    running integer NOT NULL DEFAULT 0,
    crashes integer NOT NULL DEFAULT 0
  )`;

const CACHE = `
  CREATE TABLE cached_results (
    key text PRIMARY KEY NOT NULL,
    project_id text NOT NULL,
    output text NOT NULL,
    models text NOT NULL,
    expires_at bigint NOT NULL
  )`;

const REVISIONS = `
  CREATE TABLE pipeline_revisions (
    project_id text NOT NULL,
    name text NOT NULL,
    number integer NOT NULL,
    revision text,
    source text,
    key_id text,
    created_at bigint NOT NULL,
    PRIMARY KEY (project_id, name, number)
  )`;

export class RunItemLimit1764100000200 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE runs ADD COLUMN item_limit integer');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE runs DROP COLUMN item_limit');
  }
}

export class EarlierAttempts1764100000250 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE runs ADD COLUMN earlier_attempts text');
    await runner.query('ALTER TABLE runs ADD COLUMN worked_before_ms bigint NOT NULL DEFAULT 0');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE runs DROP COLUMN earlier_attempts');
    await runner.query('ALTER TABLE runs DROP COLUMN worked_before_ms');
  }
}

export class RunResultBytes1764100000430 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    for (const table of ['runs', 'run_shards'])
      await runner.query(`ALTER TABLE ${table} ADD COLUMN result_bytes bigint NOT NULL DEFAULT 0`);
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const table of ['runs', 'run_shards']) await runner.query(`ALTER TABLE ${table} DROP COLUMN result_bytes`);
  }
}

export class RunShardWaits1764100000455 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE run_shards ADD COLUMN waits text');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE run_shards DROP COLUMN waits');
  }
}

export class KeptValues1764100000440 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE kept_values (
        project_id text NOT NULL,
        name text NOT NULL,
        value text NOT NULL,
        updated_at bigint NOT NULL,
        PRIMARY KEY (project_id, name)
      )`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE kept_values');
  }
}

export class RunCalls1764100000540 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE run_calls (
        run_id text NOT NULL,
        id text NOT NULL,
        step text NOT NULL,
        attempt integer NOT NULL,
        host text NOT NULL,
        process integer NOT NULL,
        calls text NOT NULL,
        PRIMARY KEY (run_id, id)
      )`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE run_calls');
  }
}

export class PipelinesBaseline1764100000034 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    for (const table of [RUNS, STEPS, ITEMS, SHARDS, CACHE, REVISIONS]) await runner.query(table);
    await runner.query('CREATE INDEX runs_time ON runs (created_at, id)');
    await runner.query('CREATE INDEX run_shards_run ON run_shards (run_id, step)');
    // The key comes first. If the run came first, PostgreSQL without statistics would read all items of a step by this index to
    // find one by its sort.
    await runner.query('CREATE UNIQUE INDEX run_items_key ON run_items (key, run_id, step)');
    await runner.query(`CREATE INDEX run_items_failed ON run_items (run_id, sort) WHERE state = 'failed'`);
    await runner.query('CREATE INDEX cached_results_expiry ON cached_results (expires_at)');
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const table of ['pipeline_revisions', 'cached_results', 'run_shards', 'run_items', 'run_steps', 'runs']) {
      await runner.query(`DROP TABLE ${table}`);
    }
  }
}
