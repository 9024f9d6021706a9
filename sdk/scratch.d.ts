export * from '../types/libs/core/src/sdk/scratch/index';
