/** What a key may do. Apart from the table, so that the command line's help loads no database. */
export const SCOPES = ['predict', 'pipelines', 'webhooks', 'admin', 'customer'] as const;
/** What a key that was made without scopes may do. */
export const DEFAULT_SCOPES: readonly Scope[] = ['predict'];
export type Scope = (typeof SCOPES)[number];
