const FLUSH_MS = 1_000;

/** Writes the collected data once a second, one write at a time. A killed process loses the last second. */
export abstract class Flusher {
  private timer: NodeJS.Timeout | undefined;
  private flushing: Promise<void> = Promise.resolve();

  /** Writes the waiting data, and puts back what it cannot write. */
  protected abstract write(): Promise<void>;

  /** Schedules a write, because data is waiting. */
  protected begin(): void {
    this.timer ??= setTimeout(() => void this.flush().catch(() => undefined), FLUSH_MS).unref();
  }

  /** Writes the collected data. What cannot be written is tried again with the next write. */
  flush(): Promise<void> {
    clearTimeout(this.timer);
    this.timer = undefined;
    const written = this.flushing.then(() => this.write());
    this.flushing = written.catch(() => undefined);
    return written;
  }

  close(): Promise<void> {
    return this.flush();
  }
}
