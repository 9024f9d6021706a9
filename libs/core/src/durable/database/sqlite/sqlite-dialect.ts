import type { Dialect } from '../dialect';

/** Transactions run in sequence, so nothing has to be locked. All processes share the clock of their machine. */
export const sqliteDialect: Dialect = {
  // Uses the query runner directly, because TypeORM copies the parameters.
  query: (manager, text, parameters) => (manager.queryRunner ?? manager).query(text, parameters as unknown[]),
  forUpdate: '',
  forUpdateSkipLocked: '',
  withoutRowid: 'WITHOUT ROWID',
  isSerial: true,
  hasLists: false,
  seeCommits: () => Promise.resolve(),
  now: () => Promise.resolve(Date.now()),
};
