export * from '../types/libs/core/src/sdk/index';
