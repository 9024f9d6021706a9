import type { Config, Log } from '@percept/core';
import pino from 'pino';

/** Fields that may hold a secret; their values are cut wherever they occur. */
const SECRETS = ['authorization', 'headers.authorization', 'req.headers.authorization', 'key', 'secret', '*.secret', '*.key'];

export function createLog(level: Config['PERCEPT_LOG_LEVEL']): Log {
  return pino({ level, base: null, redact: { paths: SECRETS, censor: '[cut]' } }, pino.destination({ fd: 2, sync: true }));
}
