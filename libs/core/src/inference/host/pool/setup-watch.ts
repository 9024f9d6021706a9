const STRIKES = 3;

interface SetupWatchOptions {
  /** Milliseconds in which each capability must be set up. */
  limitMs: number;
  /** Called when the time is over. */
  onLate(thread: number): void;
  /** Setting up the capability ended its worker again and again. */
  onUnusable(capability: string, reason: string): void;
}

/** Watches the setups in the workers: how long each takes, and which capability ends its worker. */
export class SetupWatch {
  private readonly settingUp = new Map<number, { capability: string; limit: NodeJS.Timeout }>();
  private readonly strikes = new Map<string, number>();

  constructor(private readonly options: SetupWatchOptions) {}

  begin(thread: number, capability: string): void {
    this.end(thread);
    const limit = setTimeout(() => this.options.onLate(thread), this.options.limitMs).unref();
    this.settingUp.set(thread, { capability, limit });
  }

  /** @returns what the worker was setting up. */
  end(thread: number): string | undefined {
    const setup = this.settingUp.get(thread);
    clearTimeout(setup?.limit);
    this.settingUp.delete(thread);
    return setup?.capability;
  }

  /** Counts a worker that ended during the capability's setup. */
  strike(capability: string | undefined): void {
    if (capability === undefined) return;
    const count = (this.strikes.get(capability) ?? 0) + 1;
    this.strikes.set(capability, count);
    if (count === STRIKES) this.options.onUnusable(capability, `setting it up ended its worker ${count} times`);
  }
}
