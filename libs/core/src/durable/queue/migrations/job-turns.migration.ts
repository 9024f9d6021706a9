import { type MigrationInterface, type QueryRunner, TableIndex } from 'typeorm';

const BY_TIME = new TableIndex({ name: 'jobs_group', columnNames: ['lane', 'state', 'group_key', 'run_at'] });
const BY_TURN = new TableIndex({ name: 'jobs_turn', columnNames: ['lane', 'state', 'group_key', 'rank', 'run_at'] });

/** What comes first of a group is found without a look at all that waits for it. */
export class JobTurns1763700000012 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.createIndex('jobs', BY_TURN);
    await runner.dropIndex('jobs', BY_TIME);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.createIndex('jobs', BY_TIME);
    await runner.dropIndex('jobs', BY_TURN);
  }
}
