import { type Store } from '@percept/core';
import { PerceptError } from '@percept/sdk';
import type { Progress } from '@percept/sdk';
import type { FrameCharge } from '../../metering/quota/frame-charge';
import type { AnalysisEntity } from './analysis.entity';
import { isAnalysisOpen, updateOpenAnalysis } from './analysis.repository';

/** How often a running call writes its progress and checks for cancellation. */
const POLL_INTERVAL_MS = 400;

/** A running call: writes its progress, charges its frames, and ends it when any process has cancelled it. */
export class FollowedAnalysis {
  /** Aborts when the analysis is cancelled, or when the quota of the month does not suffice for the remaining frames. */
  readonly signal: AbortSignal;
  private readonly cancelled = new AbortController();
  private readonly timer: NodeJS.Timeout;
  private latest?: Progress;
  private written?: Progress;
  private looking: Promise<void> = Promise.resolve();

  constructor(
    private readonly row: AnalysisEntity,
    private readonly store: Store,
    readonly frames: FrameCharge,
  ) {
    this.signal = AbortSignal.any([this.cancelled.signal, frames.signal]);
    // The next check follows even if one fails.
    const look = (): void => void (this.looking = this.looking.then(() => this.look()).catch(() => undefined));
    this.timer = setInterval(look, POLL_INTERVAL_MS);
  }

  get wasCancelled(): boolean {
    return this.cancelled.signal.aborted;
  }

  /** The final progress of a call that succeeded: the frames it looked at count as all, even if the file's header names more. */
  get done(): Progress | null {
    const { latest } = this;
    return latest ? { ...latest, total_frames: latest.processed_frames, percent: 100, eta_seconds: 0 } : null;
  }

  readonly onProgress = (progress: Progress): void => {
    this.latest = progress;
    this.frames.onProgress(progress);
  };

  async end(): Promise<void> {
    clearInterval(this.timer);
    await this.looking;
  }

  private async look(): Promise<void> {
    const { store, row, latest: progress } = this;
    if (progress !== this.written) {
      this.written = progress;
      await store.transaction((tx) => updateOpenAnalysis(tx.manager, row.id, { progress }));
    }
    if (!(await isAnalysisOpen(store.reader, row.id))) this.cancelled.abort(new PerceptError('CONFLICT', 'It was cancelled.'));
  }
}
