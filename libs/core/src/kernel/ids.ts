import { uuidv7obj } from 'uuidv7';

/** The kind of thing that an id names. The prefix identifies a stray id in a log. */
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

/** `run_` + 32 hex digits of a UUIDv7: globally unique, and sortable by creation time. */
export function newId(prefix: IdPrefix): string {
  return `${prefix}_${uuidv7obj().toHex()}`;
}

/** Whether a text is an upload's handle. No Base64 of an image or a video begins this way. */
export const isUploadId = (text: string): boolean => /^upl_\w{1,64}$/.test(text);

/** The project that exists from the start. */
export const DEFAULT_PROJECT = 'prj_default';

/** The project and the API key that something counts against; `keyId` is null without a key. */
export interface BilledAccount {
  projectId: string;
  keyId: string | null;
}
