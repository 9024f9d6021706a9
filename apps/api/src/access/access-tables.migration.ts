import { Table, TableColumn, type MigrationInterface, type QueryRunner, type TableColumnOptions } from 'typeorm';
import { DEFAULT_ACCOUNT } from '@percept/core';

const text = (name: string, more: Partial<TableColumnOptions> = {}): TableColumnOptions => ({ name, type: 'text', ...more });
const time = (name: string, more: Partial<TableColumnOptions> = {}): TableColumnOptions => ({ name, type: 'bigint', ...more });
const key = { isPrimary: true };
const nullable = { isNullable: true };

const ACCOUNTS = new Table({ name: 'accounts', columns: [text('id', key), text('name'), time('created_at')] });

const ADMINISTRATORS = new Table({
  name: 'administrators',
  columns: [text('id', key), text('account_id'), text('name'), text('password', nullable), time('created_at')],
});

const LINKS = new Table({
  name: 'sign_in_links',
  columns: [text('hash', key), text('administrator_id'), time('expires_at'), time('used_at', nullable)],
});

const SESSIONS = new Table({
  name: 'sessions',
  columns: [text('hash', key), text('administrator_id'), time('created_at'), time('expires_at')],
});

const AUDIT = new Table({
  name: 'audit_log',
  columns: [
    text('id', key),
    text('account_id'),
    time('at'),
    ...['actor_kind', 'actor_id', 'actor_name', 'action'].map((name) => text(name)),
    ...['target', 'address', 'request_id'].map((name) => text(name, nullable)),
  ],
  indices: [{ name: 'audit_log_account', columnNames: ['account_id', 'id'] }],
});

export class AccessTables1763700000110 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    for (const table of [ACCOUNTS, ADMINISTRATORS, LINKS, SESSIONS, AUDIT]) await runner.createTable(table);
    const account = { id: DEFAULT_ACCOUNT, name: 'default', created_at: Date.now() };
    await runner.manager.createQueryBuilder().insert().into('accounts', Object.keys(account)).values(account).execute();
    await runner.addColumn('api_keys', new TableColumn(text('account_id', { default: `'${DEFAULT_ACCOUNT}'` })));
    await runner.addColumn('api_keys', new TableColumn({ name: 'monthly_limit', type: 'integer', ...nullable }));
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.dropColumns('api_keys', ['account_id', 'monthly_limit']);
    for (const table of [AUDIT, SESSIONS, LINKS, ADMINISTRATORS, ACCOUNTS]) await runner.dropTable(table);
  }
}
