/**
 * What a process may do. `api` answers requests, `worker` executes pipeline runs, `scheduler` fires triggers and sends webhook
 * deliveries.
 */
export const ROLES = ['api', 'worker', 'scheduler'] as const;
export type Role = (typeof ROLES)[number];
