export * from '../types/libs/core/src/sdk/expressions/index';
