import type { MigrationInterface, QueryRunner } from 'typeorm';
import { sql, type Transaction } from '../../../libs/core/src/durable/database';

/** A table for tests of the store: one number that everybody reads, adds to and writes back. */
export class CounterTable1700000000001 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('CREATE TABLE counter (id integer PRIMARY KEY, value integer NOT NULL)');
    await runner.query('INSERT INTO counter (id, value) VALUES (1, 0)');
  }
  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE counter');
  }
}

export const counterTable = { entities: [], migrations: [CounterTable1700000000001] };

export async function readCounter(manager: Transaction['manager']): Promise<number> {
  const rows = await sql<{ value: number }>(manager, 'SELECT value FROM counter WHERE id = 1');
  return rows[0]!.value;
}

/** Read, wait a turn, write: loses an addition wherever two of them overlap. */
export async function increment(tx: Transaction): Promise<void> {
  const value = await readCounter(tx.manager);
  await new Promise((resolve) => setImmediate(resolve));
  await sql(tx.manager, 'UPDATE counter SET value = ? WHERE id = 1', [value + 1]);
}
