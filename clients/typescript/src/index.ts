export { Percept, type AcceptedAnalysis, type Analysis, type PerceptOptions, type Run, type WaitOptions } from './client.js';
export { FailedError, PerceptError } from './errors.js';
export type { components, operations, paths, webhooks } from './schema.js';
export type { AnalysisPath, EntryOf, InputOf, PagedPath, ResultOf } from './types.js';
export { verifyWebhook, type PerceptEvent } from './webhooks.js';
