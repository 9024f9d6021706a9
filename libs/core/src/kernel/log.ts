import type { Logger } from 'pino';

/** A structured line for each event: JSON on standard error, so that standard output is free for answers. */
export type Log = Logger;
