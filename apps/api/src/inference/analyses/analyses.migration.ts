import type { MigrationInterface, QueryRunner } from 'typeorm';

export class AnalysesBaseline1764100000142 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE analyses (
        id text PRIMARY KEY NOT NULL,
        project_id text NOT NULL,
        key_id text,
        capability text NOT NULL,
        status text NOT NULL,
        input text NOT NULL,
        bytes bigint NOT NULL,
        request_id text NOT NULL,
        created_at bigint NOT NULL,
        ended_at bigint,
        result text,
        progress text,
        error text,
        traceparent text
      )`);
    await runner.query('CREATE INDEX analyses_ended ON analyses (ended_at)');
    await runner.query('CREATE INDEX analyses_open ON analyses (project_id) WHERE ended_at IS NULL');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE analyses');
  }
}

/** Long lists of results, such as the pages of a long document. */
export class AnalysisRows1764100000460 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE analyses ADD COLUMN row_counts text');
    await runner.query(`
      CREATE TABLE analysis_rows (
        analysis_id text NOT NULL,
        field text NOT NULL,
        part integer NOT NULL,
        json text NOT NULL,
        PRIMARY KEY (analysis_id, field, part)
      )`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE analysis_rows');
    await runner.query('ALTER TABLE analyses DROP COLUMN row_counts');
  }
}
