import { type MigrationInterface, type QueryRunner, Table, type TableColumnOptions } from 'typeorm';

const text = (name: string, more: Partial<TableColumnOptions> = {}): TableColumnOptions => ({ name, type: 'text', ...more });
const count = (name: string, more: Partial<TableColumnOptions> = {}): TableColumnOptions => ({ name, type: 'integer', ...more });
const time = (name: string, more: Partial<TableColumnOptions> = {}): TableColumnOptions => ({ name, type: 'bigint', ...more });
const key = { isPrimary: true };
const nullable = { isNullable: true };

const RUNS = new Table({
  name: 'runs',
  columns: [
    text('id', key),
    ...['pipeline', 'revision', 'source', 'file', 'inputs'].map((name) => text(name)),
    text('base', nullable),
    text('roots', nullable),
    text('status'),
    text('claim', nullable),
    time('cancel_at', nullable),
    ...['total', 'running', 'succeeded', 'failed'].map((name) => count(name)),
    time('created_at'),
    time('started_at', nullable),
    time('resumed_at', nullable),
    count('ended_before'),
    time('ended_at', nullable),
    text('error', nullable),
    text('outputs', nullable),
  ],
  indices: [{ name: 'runs_time', columnNames: ['created_at', 'id'] }],
});

const STEPS = new Table({
  name: 'run_steps',
  columns: [text('run_id', key), text('step', key), text('state'), count('total', nullable)],
});

const ITEMS = new Table({
  name: 'run_items',
  columns: [
    ...['run_id', 'step', 'sort'].map((name) => text(name, key)),
    ...['key', 'state'].map((name) => text(name)),
    count('attempts'),
    ...['item', 'results', 'row', 'error_step', 'error_code', 'error_reason'].map((name) => text(name, nullable)),
    time('ended_at', nullable),
  ],
  indices: [
    { name: 'run_items_key', columnNames: ['run_id', 'step', 'key'], isUnique: true },
    { name: 'run_items_failed', columnNames: ['run_id', 'sort'], where: "state = 'failed'" },
  ],
});

export class RunTables1763700000030 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    for (const table of [RUNS, STEPS, ITEMS]) await runner.createTable(table);
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const table of [ITEMS, STEPS, RUNS]) await runner.dropTable(table);
  }
}
