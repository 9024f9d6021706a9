import { newId } from '@percept/core';
import { Table, type MigrationInterface, type QueryRunner } from 'typeorm';
import { THE_ONLY } from './installation.entity';

const INSTALLATION = new Table({
  name: 'installation',
  columns: [
    { name: 'row', type: 'integer', isPrimary: true },
    { name: 'id', type: 'text' },
    ...['marked_at', 'written_at'].map((name) => ({ name, type: 'bigint', isNullable: true })),
  ],
});

export class Installation1763700000240 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.createTable(INSTALLATION);
    // Letters, digits and _ only.
    await runner.query(`INSERT INTO installation ("row", id) VALUES (${THE_ONLY}, '${newId('ins')}')`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.dropTable(INSTALLATION);
  }
}
