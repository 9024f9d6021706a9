import { Table, type MigrationInterface, type QueryRunner } from 'typeorm';

const count = (name: string) => ({ name, type: 'integer', default: 0 });
const key = (name: string, type = 'text') => ({ name, type, isPrimary: true });

const COUNTERS = new Table({
  name: 'key_counters',
  columns: [key('key_id'), key('month'), ...['used', 'minute', 'minute_used', 'told'].map(count)],
});

const USAGE = new Table({
  name: 'usage_counts',
  columns: [
    ...['account_id', 'day', 'key_id', 'operation'].map((name) => key(name)),
    ...['status', 'within_ms'].map((name) => key(name, 'integer')),
    ...['requests', 'total_ms'].map(count),
  ],
});

export class KeyCounters1763700000120 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    for (const table of [COUNTERS, USAGE]) await runner.createTable(table);
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const table of [USAGE, COUNTERS]) await runner.dropTable(table);
  }
}
