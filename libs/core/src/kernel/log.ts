import pino, { type Logger } from 'pino';
import type { LogLevel } from './config';

/** A structured line per happening: JSON on standard error, so that standard output stays for answers. */
export type Log = Logger;

/** Fields that may hold a secret are cut wherever they turn up. */
const SECRETS = ['authorization', 'headers.authorization', 'req.headers.authorization', 'key', 'secret', '*.secret', '*.key'];

export function createLog(level: LogLevel): Log {
  return pino({ level, base: null, redact: { paths: SECRETS, censor: '[cut]' } }, pino.destination({ fd: 2, sync: true }));
}
