/** What a process may do: answer requests; execute pipeline runs; send webhook deliveries and their retries. */
export const ROLES = ['api', 'worker', 'scheduler'] as const;
export type Role = (typeof ROLES)[number];
