import { type MigrationInterface, type QueryRunner, Table, type TableColumnOptions } from 'typeorm';

const text = (name: string, more: Partial<TableColumnOptions> = {}): TableColumnOptions => ({ name, type: 'text', ...more });
const time = (name: string, more: Partial<TableColumnOptions> = {}): TableColumnOptions => ({ name, type: 'bigint', ...more });
const key = { isPrimary: true };
const nullable = { isNullable: true };

const SCHEDULES = new Table({
  name: 'schedules',
  columns: [
    text('id', key),
    ...['pipeline', 'kind', 'definition'].map((name) => text(name)),
    ...['anchor', 'cursor'].map((name) => time(name)),
    time('gone_at', nullable),
    text('token', nullable),
    time('paused_at', nullable),
    text('paused_reason', nullable),
    time('resumed_at'),
  ],
  indices: [{ name: 'schedules_token', columnNames: ['token'] }],
});

const TICKS = new Table({
  name: 'ticks',
  columns: [
    text('id', key),
    ...['schedule_id', 'ref'].map((name) => text(name)),
    ...['at', 'fire_at'].map((name) => time(name)),
    text('state'),
    ...['reason', 'run_id', 'inputs'].map((name) => text(name, nullable)),
  ],
  indices: [
    { name: 'ticks_once', columnNames: ['schedule_id', 'ref'], isUnique: true },
    { name: 'ticks_due', columnNames: ['state', 'fire_at'] },
    { name: 'ticks_newest', columnNames: ['schedule_id', 'at'] },
  ],
});

export class ScheduleTables1763700000040 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    for (const table of [SCHEDULES, TICKS]) await runner.createTable(table);
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const table of [TICKS, SCHEDULES]) await runner.dropTable(table);
  }
}
