import { getDialect } from '@percept/core';
import type { MigrationInterface, QueryRunner } from 'typeorm';

const ENDPOINTS = `
  CREATE TABLE webhook_endpoints (
    id text PRIMARY KEY NOT NULL,
    project_id text NOT NULL,
    url text NOT NULL,
    events text NOT NULL,
    description text,
    encrypted_secret text NOT NULL,
    active boolean NOT NULL,
    disabled_reason text,
    failing_since bigint,
    filter text,
    headers text,
    rate_per_second integer,
    max_attempts integer,
    next_send_at bigint,
    encrypted_old_secret text,
    old_secret_until bigint,
    consecutive_failures integer NOT NULL DEFAULT 0,
    circuit_until bigint,
    created_at bigint NOT NULL,
    updated_at bigint NOT NULL
  )`;

const DELIVERIES = `
  CREATE TABLE webhook_deliveries (
    id text PRIMARY KEY NOT NULL,
    project_id text NOT NULL,
    endpoint_id text NOT NULL,
    event_id text NOT NULL,
    event_type text NOT NULL,
    body text NOT NULL,
    state text NOT NULL,
    attempts integer NOT NULL,
    previous_attempts integer NOT NULL DEFAULT 0,
    releases_next integer NOT NULL DEFAULT 0,
    waiting_for text,
    job_id text,
    next_attempt_at bigint,
    created_at bigint NOT NULL,
    ended_at bigint
  )`;

/** The primary key stores the rows, so SQLite needs no second index to find the attempts of a delivery. */
const attempts = (runner: QueryRunner): string => `
  CREATE TABLE webhook_attempts (
    delivery_id text NOT NULL,
    number integer NOT NULL,
    at bigint NOT NULL,
    duration_ms integer NOT NULL,
    status integer,
    reason text,
    request_headers text,
    response_body text,
    response_headers text,
    PRIMARY KEY (delivery_id, number)
  ) ${getDialect(runner).withoutRowid}`;

const RECOVERIES = `
  CREATE TABLE webhook_recoveries (
    id text PRIMARY KEY NOT NULL,
    endpoint_id text NOT NULL,
    since bigint NOT NULL,
    until bigint NOT NULL,
    types text,
    states text NOT NULL,
    total integer NOT NULL,
    recovered integer NOT NULL,
    cursor text NOT NULL,
    created_at bigint NOT NULL,
    ended_at bigint
  )`;

export class WebhooksBaseline1764100000051 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    for (const table of [ENDPOINTS, DELIVERIES, attempts(runner), RECOVERIES]) await runner.query(table);
    await runner.query('CREATE INDEX webhook_deliveries_endpoint ON webhook_deliveries (endpoint_id, id)');
    await runner.query('CREATE INDEX webhook_deliveries_project ON webhook_deliveries (project_id, id)');
    await runner.query('CREATE INDEX webhook_deliveries_event ON webhook_deliveries (event_id)');
    await runner.query('CREATE INDEX webhook_deliveries_open ON webhook_deliveries (endpoint_id, id) WHERE ended_at IS NULL');
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const table of ['webhook_recoveries', 'webhook_attempts', 'webhook_deliveries', 'webhook_endpoints']) {
      await runner.query(`DROP TABLE ${table}`);
    }
  }
}

/** A recovery may send the results of a search again. */
export class WebhooksRecoverySearch1764100000190 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE webhook_recoveries ADD COLUMN search text');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE webhook_recoveries DROP COLUMN search');
  }
}
