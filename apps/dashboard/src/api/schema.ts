/** The types of the public API, from the TypeScript client. */
export type { components, operations, paths, webhooks } from '../../../../clients/typescript/src/schema';
