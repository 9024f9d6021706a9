import type { MigrationInterface, QueryRunner } from 'typeorm';

export class QueueBaseline1764100000010 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE jobs (
        id text PRIMARY KEY NOT NULL,
        queue text NOT NULL,
        ref text NOT NULL,
        owner text,
        group_key text NOT NULL,
        group_limit integer,
        key_name text NOT NULL DEFAULT '',
        key_limit integer,
        rank integer NOT NULL DEFAULT 0,
        state text NOT NULL,
        run_at bigint NOT NULL,
        leased_by text,
        token text,
        lease_until bigint,
        attempts integer NOT NULL,
        crashes integer NOT NULL,
        reason text,
        scheduled_at bigint NOT NULL
      )`);
    // Partial indexes: a claim removes the job from those of waiting jobs, and the end of a job need not touch them. "run_at >= 0"
    // is always true, but only nextDue says it. So no database can choose this index for a claim and sort all waiting jobs, as
    // PostgreSQL did while its statistics still described an empty table.
    await runner.query(`CREATE INDEX jobs_next ON jobs (queue, run_at) WHERE state = 'waiting' AND run_at >= 0`);
    await runner.query(`CREATE INDEX jobs_turn ON jobs (queue, group_key, rank, run_at, id) WHERE state = 'waiting'`);
    await runner.query(`CREATE INDEX jobs_leased ON jobs (queue, group_key, key_name) WHERE state = 'leased'`);
    await runner.query('CREATE INDEX jobs_ref ON jobs (ref, queue)');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE jobs');
  }
}
