import { uuidv7obj } from 'uuidv7';

/** What an id names; the prefix makes a stray id in a log readable. */
export type IdPrefix = 'req' | 'key' | 'acc' | 'run' | 'item' | 'evt' | 'whk' | 'dlv' | 'att' | 'job' | 'rev';

/** `run_` + 32 hex digits of a UUIDv7: unique everywhere, and sorts by the time it was made. */
export function newId(prefix: IdPrefix): string {
  return `${prefix}_${uuidv7obj().toHex()}`;
}
