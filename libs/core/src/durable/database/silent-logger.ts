import type { Logger } from 'typeorm';

const nothing = (): void => undefined;

/** TypeORM prints on standard output, which belongs to answers; what fails is thrown, and logged by whoever catches it. */
export const silentLogger: Logger = {
  logQuery: nothing,
  logQueryError: nothing,
  logQuerySlow: nothing,
  logSchemaBuild: nothing,
  logMigration: nothing,
  log: nothing,
};
