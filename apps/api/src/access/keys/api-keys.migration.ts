import { Table, type MigrationInterface, type QueryRunner } from 'typeorm';

export class ApiKeyTable1763700000100 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    const table = new Table({
      name: 'api_keys',
      columns: [
        { name: 'id', type: 'text', isPrimary: true },
        { name: 'name', type: 'text' },
        { name: 'prefix', type: 'text' },
        { name: 'hash', type: 'text', isUnique: true },
        { name: 'plan', type: 'text' },
        { name: 'scopes', type: 'text' },
        { name: 'created_at', type: 'bigint' },
        { name: 'expires_at', type: 'bigint', isNullable: true },
        { name: 'revoked_at', type: 'bigint', isNullable: true },
        { name: 'last_used_at', type: 'bigint', isNullable: true },
      ],
    });
    await runner.createTable(table);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.dropTable('api_keys');
  }
}
