/** What a process may do: answer requests; execute pipeline runs; fire triggers and send webhook deliveries. */
export const ROLES = ['api', 'worker', 'scheduler'] as const;
export type Role = (typeof ROLES)[number];
