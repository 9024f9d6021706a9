import { type MigrationInterface, type QueryRunner, TableColumn, TableIndex } from 'typeorm';

const COLUMNS = [
  new TableColumn({ name: 'group_limit', type: 'integer', isNullable: true }),
  new TableColumn({ name: 'key_name', type: 'text', default: "''" }),
  new TableColumn({ name: 'key_limit', type: 'integer', isNullable: true }),
  new TableColumn({ name: 'rank', type: 'integer', default: '0' }),
];

/** Priorities, and limits for groups and keys. */
export class JobOrder1763700000011 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.addColumns('jobs', COLUMNS);
    await runner.createIndex('jobs', new TableIndex({ name: 'jobs_first', columnNames: ['lane', 'state', 'rank', 'run_at'] }));
    await runner.query("UPDATE jobs SET lane = 'pictures' WHERE lane = 'runs'");
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.dropIndex('jobs', 'jobs_first');
    await runner.dropColumns('jobs', COLUMNS);
  }
}
