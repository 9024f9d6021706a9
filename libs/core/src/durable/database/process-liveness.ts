/**
 * Says to the other processes on the same database that this one lives, so that the work of a killed one need not wait
 * for its lease to end.
 */
export interface ProcessLiveness {
  /** To be called before the first claim and now and then afterwards: a presence that was lost is taken up again. */
  appear(): Promise<void>;
  disappear(): Promise<void>;
  /** Those of the ids whose process is known to have ended. */
  gone(ids: readonly string[]): Promise<string[]>;
}
