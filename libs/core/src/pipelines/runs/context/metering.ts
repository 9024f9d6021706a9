import type { CallOptions } from '../../../inference/host';
import type { BilledAccount } from '../../../kernel';

interface MeteredCall {
  payer: BilledAccount;
  capability: string;
  /** Whether it tells how far it is: a video. */
  isLong: boolean;
  /** Aborts while the call waits for its turn. */
  signal?: AbortSignal;
}

/** @returns why the account cannot pay for runs, as a sentence; undefined if it can. */
type PayerCheck = (payer: BilledAccount) => Promise<string | undefined>;

/** What the work passes on to a call: it tells how far a video is, and is stopped when the quota of the month does not suffice. */
type Followed = Pick<CallOptions, 'signal' | 'onProgress'>;

/**
 * Runs a call and counts it; a video counts more when its frames are known.
 * @throws QUOTA_EXCEEDED, without running the call or before most of a video's frames.
 */
export type Meter = <T>(call: MeteredCall, work: (followed: Followed) => Promise<T>) => Promise<T>;

/** Counts the calls of runs and knows who can pay for them. Without a provider of it, nothing is counted. */
export abstract class RunMetering {
  abstract readonly run: Meter;
  /** Asked before a trigger starts a run. */
  abstract readonly whyEnded: PayerCheck;
}
