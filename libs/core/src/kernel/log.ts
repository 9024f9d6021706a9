import pino, { type Logger } from 'pino';
import type { LogLevel } from './config';

/** A structured line for each event: JSON on standard error, so that standard output is free for answers. */
export type Log = Logger;

/** Fields that may hold a secret; their values are cut wherever they occur. */
const SECRETS = ['authorization', 'headers.authorization', 'req.headers.authorization', 'key', 'secret', '*.secret', '*.key'];

export function createLog(level: LogLevel): Log {
  return pino({ level, base: null, redact: { paths: SECRETS, censor: '[cut]' } }, pino.destination({ fd: 2, sync: true }));
}
