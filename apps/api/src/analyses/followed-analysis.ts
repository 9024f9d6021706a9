import { PerceptError, type Progress, type Store } from '@percept/core';
import type { AnalysisBilling } from './analysis-billing';
import type { AnalysisEntity } from './analysis.entity';
import { isOpen, updateOpenAnalysis } from './analysis.repository';

/** How often a running call writes its progress and checks for cancellation. */
const POLL_INTERVAL_MS = 400;

/** A call under way: its progress is written, what it costs is charged, and it ends when any process has cancelled it. */
export class FollowedAnalysis {
  /** Requests that were counted beyond the first. */
  charged = 0;
  /** Set when the month of the key has no room for the rest. */
  refusal?: PerceptError;
  private readonly stopped = new AbortController();
  private readonly timer: NodeJS.Timeout;
  private latest?: Progress;
  private written?: Progress;
  private looking: Promise<void> = Promise.resolve();

  constructor(
    private readonly row: AnalysisEntity,
    private readonly store: Store,
    private readonly billing: AnalysisBilling,
  ) {
    // A look that failed is followed by the next.
    const look = (): void => void (this.looking = this.looking.then(() => this.look()).catch(() => undefined));
    this.timer = setInterval(look, POLL_INTERVAL_MS);
  }

  /** Aborted when the analysis is cancelled or refused. */
  get signal(): AbortSignal {
    return this.stopped.signal;
  }

  get wasCancelled(): boolean {
    return this.stopped.signal.aborted && !this.refusal;
  }

  /** Frames that have been analysed. */
  get frames(): number {
    return this.latest?.processed_frames ?? 0;
  }

  readonly onProgress = (progress: Progress): void => {
    const isFirst = this.latest === undefined;
    this.latest = progress;
    // Before most of the work is done.
    if (isFirst) this.looking = this.looking.then(() => this.charge(progress.total_frames)).catch(() => undefined);
  };

  async end(): Promise<void> {
    clearInterval(this.timer);
    await this.looking;
  }

  private async charge(frames: number): Promise<void> {
    try {
      this.charged = await this.billing.charge(this.row, frames);
    } catch (error) {
      if (!(error instanceof PerceptError) || error.code !== 'QUOTA_EXCEEDED') throw error;
      this.refusal = error;
      this.stopped.abort(error);
    }
  }

  private async look(): Promise<void> {
    const { store, row, latest: progress } = this;
    if (progress !== this.written) {
      this.written = progress;
      await store.transaction((tx) => updateOpenAnalysis(tx.manager, row.id, { progress }));
    }
    if (!(await isOpen(store.reader, row.id))) this.stopped.abort(new PerceptError('CONFLICT', 'It was cancelled.'));
  }
}
