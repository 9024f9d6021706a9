export { type PipelinesOptions, createPipelines } from './create';
export { Pipelines, type StartOptions } from './pipelines';
export { cacheRetention, runRetention } from './retention';
export { pipelineTables } from './tables';
