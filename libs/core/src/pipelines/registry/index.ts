export { PipelineRevisionEntity } from './pipeline-revision.entity';
export { PipelineRegistry } from './registry';
export { pipelineRetention } from './retention';
