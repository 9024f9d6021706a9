/** What a key may do. Apart from the table, so that the command line's help loads no database. */
export const SCOPES = ['predict', 'pipelines', 'webhooks', 'admin'] as const;
export type Scope = (typeof SCOPES)[number];
