export { ALL_GRANTED, FileAccess, type Grants } from './file-access';
export type { ItemMedia, OpenedFile, StoredFile } from './item-files';
export { Pipelines, type PipelinesOptions } from './pipelines';
export { cacheRetention, cacheSizeRetention, removeProjectRuns, runRetention, runSizeRetention } from './retention';
export type { StartOptions } from './start-options';
export { pipelineTables } from './tables';
