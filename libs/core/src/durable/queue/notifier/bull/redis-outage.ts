import type { QueueLog } from '../../queue';

const REMINDER_MS = 60_000;

/**
 * Logs an outage of Redis when it begins, once a minute, and when it ends, because every connection of every queue reports each
 * attempt.
 */
export class RedisOutage {
  private failures = 0;
  private loggedAt = 0;

  constructor(
    private readonly log: QueueLog,
    private readonly now = () => performance.now(),
  ) {}

  failed(err: unknown): void {
    this.failures++;
    if (this.failures > 1 && this.now() - this.loggedAt < REMINDER_MS) return;
    this.loggedAt = this.now();
    this.log.warn({ err, failures: this.failures }, 'Redis does not answer. Work goes on by polling the database. Retrying.');
  }

  ended(): void {
    if (this.failures === 0) return;
    this.log.warn({ failures: this.failures }, 'Redis answers again.');
    this.failures = 0;
  }
}
