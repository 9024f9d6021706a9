/** The time. It is injectable, so that tests of retries, leases and quotas need not wait. */
export interface Clock {
  /** Milliseconds since the Unix epoch. */
  now(): number;
}

export const systemClock: Clock = { now: () => Date.now() };
