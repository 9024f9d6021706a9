import type { EntityManager } from 'typeorm';
import type { Dialect } from '../dialect';

export const postgresDialect: Dialect = {
  async query<Row>(manager: EntityManager, text: string, parameters: readonly unknown[]): Promise<Row[]> {
    let index = 0;
    const numbered = text.replace(/\?/g, () => `$${++index}`);
    const answer = await manager.query<Row[] | [Row[], number]>(numbered, [...parameters]);
    return /^\s*(UPDATE|DELETE)\b/i.test(text) ? (answer[0] as Row[]) : (answer as Row[]);
  },
  forUpdate: 'FOR UPDATE',
  forUpdateSkipLocked: 'FOR UPDATE SKIP LOCKED',
  withoutRowid: '',
  isSerial: false,
  hasLists: true,
  async seeCommits(manager) {
    await manager.query('SET TRANSACTION ISOLATION LEVEL READ COMMITTED');
  },
  async now(manager) {
    const text = 'SELECT floor(extract(epoch FROM clock_timestamp()) * 1000) AS now';
    const [row] = await manager.query<{ now: string }[]>(text);
    return Number(row!.now);
  },
};
