import { type MigrationInterface, type QueryRunner, Table, TableColumn, type TableColumnOptions } from 'typeorm';

const count = (name: string): TableColumn => new TableColumn({ name, type: 'integer', default: 0 });
const text = (name: string, more: Partial<TableColumnOptions> = {}): TableColumnOptions => ({ name, type: 'text', ...more });
const time = (name: string, more: Partial<TableColumnOptions> = {}): TableColumnOptions => ({ name, type: 'bigint', ...more });

const RUNS = [
  count('cached'),
  count('crashes'),
  new TableColumn({ name: 'rate', type: 'double precision', isNullable: true }),
  new TableColumn(time('rate_at', { isNullable: true })),
];
const ITEMS = [count('cached'), count('crashes')];

const CACHE = new Table({
  name: 'cached_results',
  columns: [text('key', { isPrimary: true }), text('output'), text('models'), time('expires_at')],
  indices: [{ name: 'cached_results_expiry', columnNames: ['expires_at'] }],
});

const REVISIONS = new Table({
  name: 'pipeline_revisions',
  columns: [
    text('name', { isPrimary: true }),
    { name: 'number', type: 'integer', isPrimary: true },
    text('revision', { isNullable: true }),
    text('source', { isNullable: true }),
    time('created_at'),
  ],
});

/** What the cache, the rate, parking of items and pipelines kept over HTTP need. */
export class RunAdditions1763700000060 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.addColumns('runs', RUNS);
    await runner.addColumns('run_items', ITEMS);
    for (const table of [CACHE, REVISIONS]) await runner.createTable(table);
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const table of [REVISIONS, CACHE]) await runner.dropTable(table);
    await runner.dropColumns('run_items', ITEMS);
    await runner.dropColumns('runs', RUNS);
  }
}
