export * from '../types/libs/core/src/sdk/decorators';
