/**
 * Shows the other processes on the database that this process is alive. So they notice at once when it is killed, and recover its
 * jobs.
 */
export interface ProcessLiveness {
  /** Call it before every claim: it announces the process again after a lost connection. */
  announce(): Promise<void>;
  withdraw(): Promise<void>;
  /** @returns the ids whose process is known to have died. */
  findDead(ids: readonly string[]): Promise<string[]>;
}
