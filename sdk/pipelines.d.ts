export * from '../types/libs/core/src/sdk/pipelines/index';
