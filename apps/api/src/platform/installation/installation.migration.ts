import { newId } from '@percept/core';
import type { MigrationInterface, QueryRunner } from 'typeorm';
import { THE_ONLY } from './installation.entity';

export class InstallationBaseline1764100000150 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE installation (
        "row" integer PRIMARY KEY NOT NULL,
        id text NOT NULL,
        marked_at bigint,
        written_at bigint
      )`);
    // An id has letters, digits and _ only.
    await runner.query(`INSERT INTO installation ("row", id) VALUES (${THE_ONLY}, '${newId('ins')}')`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE installation');
  }
}
