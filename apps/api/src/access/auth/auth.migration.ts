import { DEFAULT_PROJECT } from '@percept/core';
import type { MigrationInterface, QueryRunner } from 'typeorm';

const PROJECTS = `
  CREATE TABLE projects (
    id text PRIMARY KEY NOT NULL,
    name text NOT NULL,
    plan text NOT NULL,
    monthly_limit integer,
    created_at bigint NOT NULL,
    deleted_at bigint,
    erased_at bigint
  )`;

const KEYS = `
  CREATE TABLE api_keys (
    id text PRIMARY KEY NOT NULL,
    project_id text NOT NULL,
    name text NOT NULL,
    prefix text NOT NULL,
    key_hash text NOT NULL,
    plan text NOT NULL,
    monthly_limit integer,
    scopes text NOT NULL,
    created_at bigint NOT NULL,
    expires_at bigint,
    revoked_at bigint,
    last_used_at bigint,
    aws_access_key_id text,
    aws_encrypted_secret text
  )`;

const ADMINISTRATORS = `
  CREATE TABLE administrators (
    id text PRIMARY KEY NOT NULL,
    project_id text NOT NULL,
    name text NOT NULL,
    password_hash text,
    totp_secret text,
    totp_pending_secret text,
    totp_last_step integer NOT NULL DEFAULT 0,
    created_at bigint NOT NULL
  )`;

const LINKS = `
  CREATE TABLE sign_in_links (
    token_hash text PRIMARY KEY NOT NULL,
    administrator_id text NOT NULL,
    expires_at bigint NOT NULL,
    used_at bigint
  )`;

const SESSIONS = `
  CREATE TABLE sessions (
    token_hash text PRIMARY KEY NOT NULL,
    id text NOT NULL,
    administrator_id text NOT NULL,
    address text NOT NULL,
    user_agent text,
    created_at bigint NOT NULL,
    last_seen_at bigint NOT NULL,
    expires_at bigint NOT NULL
  )`;

const AUDIT = `
  CREATE TABLE audit_log (
    id text PRIMARY KEY NOT NULL,
    project_id text NOT NULL,
    at bigint NOT NULL,
    actor_kind text NOT NULL,
    actor_id text NOT NULL,
    actor_name text NOT NULL,
    action text NOT NULL,
    target text,
    address text,
    request_id text
  )`;

export class ProjectGrants1764100000248 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    for (const column of ['roots', 'buckets']) await runner.query(`ALTER TABLE projects ADD COLUMN ${column} text`);
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const column of ['roots', 'buckets']) await runner.query(`ALTER TABLE projects DROP COLUMN ${column}`);
  }
}

export class AccessBaseline1764100000112 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    for (const table of [PROJECTS, KEYS, ADMINISTRATORS, LINKS, SESSIONS, AUDIT]) await runner.query(table);
    await runner.query('CREATE UNIQUE INDEX api_keys_hash ON api_keys (key_hash)');
    await runner.query('CREATE UNIQUE INDEX api_keys_aws ON api_keys (aws_access_key_id)');
    await runner.query('CREATE INDEX audit_log_project ON audit_log (project_id, id)');
    await runner.query(
      `INSERT INTO projects (id, name, plan, created_at) VALUES ('${DEFAULT_PROJECT}', 'default', 'enterprise', ${Date.now()})`,
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const table of ['audit_log', 'sessions', 'sign_in_links', 'administrators', 'api_keys', 'projects']) {
      await runner.query(`DROP TABLE ${table}`);
    }
  }
}
