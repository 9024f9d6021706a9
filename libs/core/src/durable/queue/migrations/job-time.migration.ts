import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Jobs know when their time was set, so that a clock that is set back delays none. */
export class JobTime1763700000190 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE jobs RENAME COLUMN created_at TO timed_at');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE jobs RENAME COLUMN timed_at TO created_at');
  }
}
