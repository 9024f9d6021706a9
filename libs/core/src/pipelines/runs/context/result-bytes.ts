import { PerceptError } from '../../../kernel';
import type { Store } from '../../../durable/database';
import { resultBytesOf } from '../entities/item.repository';

/** The database is asked again after this fraction of the limit. Each process may exceed the limit by as much. */
const PART = 0.02;

/** The bytes of one run's results in the database and in files, over all processes. */
export class ResultBytes {
  /** The total when the database was last asked. */
  private known = 0;
  /** Bytes taken here since then, and those of them that are not written yet. */
  private since = 0;
  private unwritten = 0;
  /** A result had no room. Later results are refused without asking, even if they are smaller. */
  private isFull = false;

  constructor(
    private readonly store: Store,
    private readonly runId: string,
    readonly limit: number,
  ) {}

  /** @throws PerceptError PAYLOAD_TOO_LARGE if the run has no room for that many bytes of results. */
  take(bytes: number): void {
    this.isFull ||= this.known + this.since + bytes > this.limit;
    if (this.isFull) throw tooMuch(this.limit);
    this.since += bytes;
    this.unwritten += bytes;
  }

  /** Reports that this many of the taken bytes are now in the database. */
  async written(bytes: number): Promise<void> {
    this.unwritten -= bytes;
    if (this.since > this.limit * PART) await this.ask();
  }

  async ask(): Promise<void> {
    this.known = await resultBytesOf(this.store.reader, this.runId);
    this.since = this.unwritten;
  }
}

function tooMuch(limit: number): PerceptError {
  const reason =
    `the results of this run would take more than ${Math.round(limit / 1024 / 1024)} MB (run_results_mb of PERCEPT_PROJECT_LIMITS): ` +
    "keep less of them with 'collect', ask for less with 'max_bytes', or run fewer items at a time";
  return new PerceptError('PAYLOAD_TOO_LARGE', `The item cannot be kept: ${reason}.`, { details: { field: 'results', reason } });
}
