import { type MigrationInterface, type QueryRunner, Table } from 'typeorm';

export class EventTable1763700000020 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    const table = new Table({
      name: 'events',
      columns: [
        { name: 'id', type: 'text', isPrimary: true },
        { name: 'type', type: 'text' },
        { name: 'created_at', type: 'bigint' },
        { name: 'data', type: 'text' },
      ],
      indices: [{ name: 'events_time', columnNames: ['created_at', 'id'] }],
    });
    await runner.createTable(table);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.dropTable('events');
  }
}
