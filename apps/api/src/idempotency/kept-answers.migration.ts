import { Table, type MigrationInterface, type QueryRunner } from 'typeorm';

const text = (name: string, more: { isPrimary?: boolean; isNullable?: boolean } = {}) => ({ name, type: 'text', ...more });

export class KeptAnswers1763700000130 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    const table = new Table({
      name: 'idempotent_requests',
      columns: [
        ...['caller_id', 'key_hash'].map((name) => text(name, { isPrimary: true })),
        text('fingerprint'),
        { name: 'created_at', type: 'bigint' },
        text('sealed_answer', { isNullable: true }),
      ],
      indices: [{ name: 'idempotent_requests_time', columnNames: ['created_at'] }],
    });
    await runner.createTable(table);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.dropTable('idempotent_requests');
  }
}
