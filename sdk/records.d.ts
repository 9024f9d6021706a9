export * from '../types/libs/core/src/sdk/records/index';
