import { type MigrationInterface, type QueryRunner, Table } from 'typeorm';

export class JobTable1763700000010 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    const table = new Table({
      name: 'jobs',
      columns: [
        { name: 'id', type: 'text', isPrimary: true },
        { name: 'lane', type: 'text' },
        { name: 'ref', type: 'text' },
        { name: 'owner', type: 'text', isNullable: true },
        { name: 'group_key', type: 'text' },
        { name: 'state', type: 'text' },
        { name: 'run_at', type: 'bigint' },
        { name: 'holder', type: 'text', isNullable: true },
        { name: 'token', type: 'text', isNullable: true },
        { name: 'lease_until', type: 'bigint', isNullable: true },
        { name: 'attempts', type: 'integer' },
        { name: 'crashes', type: 'integer' },
        { name: 'reason', type: 'text', isNullable: true },
        { name: 'created_at', type: 'bigint' },
      ],
      indices: [
        { name: 'jobs_next', columnNames: ['lane', 'state', 'run_at'] },
        { name: 'jobs_group', columnNames: ['lane', 'state', 'group_key', 'run_at'] },
        { name: 'jobs_ref', columnNames: ['lane', 'ref'] },
        { name: 'jobs_holder', columnNames: ['holder'] },
      ],
    });
    await runner.createTable(table);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.dropTable('jobs');
  }
}
