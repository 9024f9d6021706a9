import type { MigrationInterface, QueryRunner } from 'typeorm';

export class SecretsBaseline1764100000170 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE project_secrets (
        project_id text NOT NULL,
        name text NOT NULL,
        encrypted_value text NOT NULL,
        hosts text NOT NULL,
        created_at bigint NOT NULL,
        updated_at bigint NOT NULL,
        PRIMARY KEY (project_id, name)
      )`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE project_secrets');
  }
}
