export { PipelineFolder, PipelineParser } from './folder';
export { PipelineRevisionEntity } from './pipeline-revision.entity';
export { PipelineRegistry } from './registry';
