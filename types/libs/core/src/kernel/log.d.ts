import { type Logger } from 'pino';
import type { LogLevel } from './config';
/** A structured line per happening: JSON on standard error, so that standard output stays for answers. */
export type Log = Logger;
export declare function createLog(level: LogLevel): Log;
