import type { MigrationInterface, QueryRunner } from 'typeorm';

export class Uploads1764100000180 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE uploads (
        id text PRIMARY KEY NOT NULL,
        project_id text NOT NULL,
        media_type text NOT NULL,
        bytes bigint NOT NULL,
        created_at bigint NOT NULL,
        expires_at bigint NOT NULL
      )`);
    await runner.query('CREATE INDEX uploads_project ON uploads (project_id, id)');
    await runner.query('CREATE INDEX uploads_expired ON uploads (expires_at)');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE uploads');
  }
}
