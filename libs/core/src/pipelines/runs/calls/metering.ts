import type { BilledAccount } from '../../../kernel';

export interface MeteredCall {
  payer: BilledAccount;
  capability: string;
  /** Aborts while the call waits for its turn. */
  signal?: AbortSignal;
}

/** The injection token of the `Meter` that counts the calls of runs. */
export const CALL_METER = Symbol('call meter');

/** Runs a call and counts it. @throws QUOTA_EXCEEDED without running it. */
export type Meter = <T>(call: MeteredCall, work: () => Promise<T>) => Promise<T>;
