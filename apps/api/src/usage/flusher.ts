const FLUSH_MS = 1_000;

/** Writes once a second what was gathered, one write at a time. A killed process loses the last second. */
export class Flusher {
  private timer: NodeJS.Timeout | undefined;
  private flushing: Promise<void> = Promise.resolve();

  /** @param write writes what waits, and puts back what it cannot write. */
  constructor(private readonly write: () => Promise<void>) {}

  /** Something waits. */
  begin(): void {
    this.timer ??= setTimeout(() => void this.flush().catch(() => undefined), FLUSH_MS).unref();
  }

  /** Writes what was gathered; what cannot be written is tried again with the next. */
  flush(): Promise<void> {
    clearTimeout(this.timer);
    this.timer = undefined;
    const written = this.flushing.then(this.write);
    this.flushing = written.catch(() => undefined);
    return written;
  }
}
