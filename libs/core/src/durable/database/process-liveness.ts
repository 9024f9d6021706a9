/** Tells the other processes on the database that this one is alive, so that they recover the jobs of a killed one at once. */
export interface ProcessLiveness {
  /** Call it before every claim: it announces the process again after a lost connection. */
  announce(): Promise<void>;
  withdraw(): Promise<void>;
  /** @returns the ids whose process is known to have died. */
  findDead(ids: readonly string[]): Promise<string[]>;
}
