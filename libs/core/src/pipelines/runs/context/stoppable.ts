import { setMaxListeners } from 'node:events';

/** Somebody has cancelled the run. */
export class RunCancelled extends Error {}

/** Work on a run that somebody may stop. The first reason counts. */
export class Stoppable {
  /** Aborts with the reason. */
  readonly signal: AbortSignal;
  /** Rejects with the reason. */
  readonly stopped: Promise<never>;
  private readonly abort = new AbortController();

  constructor() {
    this.signal = this.abort.signal;
    // Every call in flight listens, and so does every item that waits for its next attempt.
    setMaxListeners(0, this.signal);
    this.stopped = new Promise((_resolve, reject) => {
      this.signal.addEventListener('abort', () => reject(this.signal.reason as Error));
    });
    this.stopped.catch(() => undefined);
  }

  stop(reason: Error): void {
    this.abort.abort(reason);
  }
}
