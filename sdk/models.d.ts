export * from '../types/libs/core/src/sdk/models';
