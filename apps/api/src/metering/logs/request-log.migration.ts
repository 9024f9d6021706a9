import type { MigrationInterface, QueryRunner } from 'typeorm';

const REQUESTS = `
  CREATE TABLE request_log (
    id text PRIMARY KEY NOT NULL,
    project_id text NOT NULL,
    request_id text NOT NULL,
    at bigint NOT NULL,
    caller_kind text NOT NULL,
    caller_id text NOT NULL,
    caller_name text NOT NULL,
    method text NOT NULL,
    route text NOT NULL,
    operation text NOT NULL,
    status integer NOT NULL,
    duration_ms integer NOT NULL,
    content_type text,
    bytes integer,
    shape text,
    error_code text,
    error_field text,
    error_message text
  )`;

export class RequestLog1764100000170 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(REQUESTS);
    await runner.query('CREATE INDEX request_log_project ON request_log (project_id, id)');
    await runner.query('CREATE INDEX request_log_request ON request_log (project_id, request_id)');
    await runner.query('CREATE INDEX request_log_at ON request_log (at)');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE request_log');
  }
}

export class RequestBodies1764100000550 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    for (const column of ['body', 'answer']) await runner.query(`ALTER TABLE request_log ADD COLUMN ${column} text`);
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const column of ['body', 'answer']) await runner.query(`ALTER TABLE request_log DROP COLUMN ${column}`);
  }
}
