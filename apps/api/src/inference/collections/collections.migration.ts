import type { MigrationInterface, QueryRunner } from 'typeorm';

export class Collections1764100000201 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE collections (
        id text PRIMARY KEY NOT NULL,
        project_id text NOT NULL,
        name text NOT NULL,
        kind text NOT NULL,
        model_name text,
        model_version text,
        dimensions integer,
        keep_pictures boolean NOT NULL,
        keep_days integer NOT NULL,
        entries bigint NOT NULL,
        revision bigint NOT NULL,
        training text,
        created_at bigint NOT NULL,
        updated_at bigint NOT NULL
      )`);
    await runner.query('CREATE UNIQUE INDEX collections_name ON collections (project_id, name)');
    await runner.query(`
      CREATE TABLE collection_entries (
        id text PRIMARY KEY NOT NULL,
        project_id text NOT NULL,
        collection_id text NOT NULL,
        label text,
        text text,
        metadata text NOT NULL,
        has_picture boolean NOT NULL,
        vector text NOT NULL,
        picture text,
        revision bigint NOT NULL,
        created_at bigint NOT NULL,
        expires_at bigint
      )`);
    await runner.query('CREATE INDEX collection_entries_revision ON collection_entries (collection_id, revision)');
    await runner.query('CREATE INDEX collection_entries_expired ON collection_entries (expires_at)');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE collection_entries');
    await runner.query('DROP TABLE collections');
  }
}
