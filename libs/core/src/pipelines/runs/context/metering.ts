import type { CallOptions } from '../../../inference/host';
import type { BilledAccount } from '../../../kernel';

interface MeteredCall {
  payer: BilledAccount;
  capability: string;
  /** Whether it reports progress: a video. */
  isLong: boolean;
  /** Aborts while the call waits for its turn. */
  signal?: AbortSignal;
}

/** @returns why the account cannot pay for runs, as a sentence; undefined if it can pay. */
type PayerCheck = (payer: BilledAccount) => Promise<string | undefined>;

/**
 * Options that the work passes on to a call: the call reports a video's progress, and is stopped when the monthly quota is used up.
 */
type Followed = Pick<CallOptions, 'signal' | 'onProgress'>;

/**
 * Runs and counts a call; a video counts more once its frames are known.
 * @throws QUOTA_EXCEEDED before the call runs, or before most of a video's frames.
 */
export type Meter = <T>(call: MeteredCall, work: (followed: Followed) => Promise<T>) => Promise<T>;

/** Counts the calls of runs and knows who can pay for them. If no provider exists, nothing is counted. */
export abstract class RunMetering {
  abstract readonly run: Meter;
  /** Called before a trigger starts a run. */
  abstract readonly whyEnded: PayerCheck;
}
