import type { MigrationInterface, QueryRunner } from 'typeorm';

export class IdempotencyBaseline1764100000130 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE idempotent_requests (
        caller_id text NOT NULL,
        key_hash text NOT NULL,
        fingerprint text NOT NULL,
        created_at bigint NOT NULL,
        encrypted_response text,
        PRIMARY KEY (caller_id, key_hash)
      )`);
    await runner.query('CREATE INDEX idempotent_requests_time ON idempotent_requests (created_at)');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE idempotent_requests');
  }
}
