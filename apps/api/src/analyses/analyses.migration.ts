import { Table, type MigrationInterface, type QueryRunner } from 'typeorm';

const text = (name: string, more: { isPrimary?: boolean; isNullable?: boolean } = {}) => ({ name, type: 'text', ...more });

export class Analyses1763700000140 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    const table = new Table({
      name: 'analyses',
      columns: [
        text('id', { isPrimary: true }),
        text('account_id'),
        text('key_id', { isNullable: true }),
        ...['capability', 'status', 'input', 'request_id'].map((name) => text(name)),
        { name: 'created_at', type: 'bigint' },
        { name: 'ended_at', type: 'bigint', isNullable: true },
        text('result', { isNullable: true }),
        text('error', { isNullable: true }),
      ],
      indices: [{ name: 'analyses_ended', columnNames: ['ended_at'] }],
    });
    await runner.createTable(table);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.dropTable('analyses');
  }
}
