import { TypeORMError } from 'typeorm';
import { isDisconnect } from './postgres/postgres-errors';

/** Whether the database is at fault, and not the work that needed it. */
export function isDatabaseError(error: unknown): boolean {
  return error instanceof TypeORMError || isDisconnect(error);
}
