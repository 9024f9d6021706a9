import { type MigrationInterface, type QueryRunner, TableColumn } from 'typeorm';
import { DEFAULT_ACCOUNT } from '../../../kernel';

/** Whom runs belong to, and whose plan they count against. */
export class RunAccounts1763700000125 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    const owner = { name: 'account_id', type: 'text', default: `'${DEFAULT_ACCOUNT}'` };
    await runner.addColumns('runs', [
      new TableColumn(owner),
      new TableColumn({ name: 'key_id', type: 'text', isNullable: true }),
    ]);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.dropColumns('runs', ['account_id', 'key_id']);
  }
}
