import { uuidv7obj } from 'uuidv7';

/** What an id names; the prefix makes a stray id in a log readable. */
type IdPrefix =
  | 'req'
  | 'key'
  | 'prj'
  | 'adm'
  | 'ses'
  | 'aud'
  | 'log'
  | 'ana'
  | 'upl'
  | 'col'
  | 'ent'
  | 'run'
  | 'shard'
  | 'item'
  | 'calls'
  | 'evt'
  | 'whk'
  | 'dlv'
  | 'rcv'
  | 'job'
  | 'rev'
  | 'canary'
  | 'tick'
  | 'ins';

/** `run_` + 32 hex digits of a UUIDv7: unique everywhere, and sorts by the time it was made. */
export function newId(prefix: IdPrefix): string {
  return `${prefix}_${uuidv7obj().toHex()}`;
}

/** Whether a text is the handle of an upload. No Base64 of an image or a video begins like one. */
export const isUploadId = (text: string): boolean => /^upl_\w{1,64}$/.test(text);

/** The project that is there from the start. */
export const DEFAULT_PROJECT = 'prj_default';

/** The project and the API key that something counts against; without a key it counts against nobody. */
export interface BilledAccount {
  projectId: string;
  keyId: string | null;
}
