import type { MigrationInterface, QueryRunner } from 'typeorm';

export class EventsBaseline1764100000021 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE events (
        id text PRIMARY KEY NOT NULL,
        project_id text NOT NULL,
        type text NOT NULL,
        created_at bigint NOT NULL,
        data text NOT NULL,
        traceparent text
      )`);
    await runner.query('CREATE INDEX events_time ON events (created_at, id)');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE events');
  }
}
