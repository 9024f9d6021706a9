import type { Logger } from 'typeorm';

const nothing = (): void => undefined;

/** TypeORM would print to standard output, which is for results only. Errors are thrown; the code that catches them logs them. */
export const silentLogger: Logger = {
  logQuery: nothing,
  logQueryError: nothing,
  logQuerySlow: nothing,
  logSchemaBuild: nothing,
  logMigration: nothing,
  log: nothing,
};
