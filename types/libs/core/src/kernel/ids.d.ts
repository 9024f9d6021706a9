/** What an id names; the prefix makes a stray id in a log readable. */
export type IdPrefix = 'req' | 'key' | 'acc' | 'adm' | 'aud' | 'ana' | 'run' | 'item' | 'evt' | 'whk' | 'dlv' | 'att' | 'rcv' | 'job' | 'rev' | 'canary';
/** `run_` + 32 hex digits of a UUIDv7: unique everywhere, and sorts by the time it was made. */
export declare function newId(prefix: IdPrefix): string;
/** The account that is there from the start. */
export declare const DEFAULT_ACCOUNT = "acc_default";
