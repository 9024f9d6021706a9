import { type MigrationInterface, type QueryRunner, TableColumn, TableIndex } from 'typeorm';
import { hashOfToken } from './hook-token';

const HASH = new TableColumn({ name: 'token_hash', type: 'text', isNullable: true });
const TOKEN = new TableColumn({ name: 'token', type: 'text', isNullable: true });
const indexOn = (column: string): TableIndex => new TableIndex({ name: `schedules_${column}`, columnNames: [column] });

/** The addresses of webhook triggers are kept as hashes only: those that were given out go on working. */
export class HookAddresses1763700000190 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.addColumn('schedules', HASH);
    const known = (await runner.query('SELECT id, token FROM schedules WHERE token IS NOT NULL')) as Record<string, string>[];
    for (const { token } of known) {
      // Both are made of letters, digits, - and _ only.
      await runner.query(`UPDATE schedules SET token_hash = '${hashOfToken(token!)}' WHERE token = '${token}'`);
    }
    await runner.dropIndex('schedules', 'schedules_token');
    await runner.dropColumn('schedules', 'token');
    await runner.createIndex('schedules', indexOn('token_hash'));
  }

  /** The addresses are lost: new ones have to be made. */
  async down(runner: QueryRunner): Promise<void> {
    await runner.dropIndex('schedules', 'schedules_token_hash');
    await runner.dropColumn('schedules', 'token_hash');
    await runner.addColumn('schedules', TOKEN);
    await runner.createIndex('schedules', indexOn('token'));
  }
}
