import { setTimeout as sleep } from 'node:timers/promises';

const HOLDS_MS = 2_000;
const LIMIT_MS = 1_000;
/** Files, SQLite and PostgreSQL. */
const FULL = ['ENOSPC', 'EDQUOT', 'SQLITE_FULL', '53100'];

/**
 * Tests whether something can be written, by writing it. At most one attempt runs at a time, and its result is valid for a moment.
 */
export class WriteProbe {
  private outcome: Promise<string> | undefined;

  constructor(private readonly write: () => Promise<unknown>) {}

  /** `ready`, or why not. */
  async state(): Promise<string> {
    this.outcome ??= this.attempt();
    return Promise.race([this.outcome, sleep(LIMIT_MS, 'does not answer', { ref: false })]);
  }

  private attempt(): Promise<string> {
    const forget = (): void => void setTimeout(() => (this.outcome = undefined), HOLDS_MS).unref();
    return this.write()
      .then(() => 'ready', explain)
      .finally(forget);
  }
}

/** Whether something could not be written for want of room. */
export function isDiskFull(error: unknown): boolean {
  return FULL.includes((error as { code?: string } | undefined)?.code ?? '');
}

function explain(error: unknown): string {
  const { code = 'unknown reason' } = error as { code?: string };
  return isDiskFull(error) ? `cannot be written: the disk is full (${code})` : `cannot be written (${code})`;
}
