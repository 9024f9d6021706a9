export * from '../types/libs/core/src/sdk/doors/index';
