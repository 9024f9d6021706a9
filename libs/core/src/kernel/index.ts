export { ERRORS, PerceptError, type ErrorCode, type ErrorDetails, type ErrorRecord } from './errors';
export { newId, type IdPrefix } from './ids';
export { systemClock, type Clock } from './clock';
export { parseDuration } from './duration';
export { didYouMean, nearest } from './nearest';
export { Config, loadConfig, LOG_LEVELS, type LogLevel } from './config';
