export * from '../types/libs/core/src/sdk/testing/index';
