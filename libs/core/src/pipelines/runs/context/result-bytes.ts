import { PerceptError } from '../../../kernel';
import type { Store } from '../../../durable/database';
import { resultBytesOf } from '../entities/item.repository';

/** The database is asked again after this part of the limit: each process may be over by as much. */
const PART = 0.02;

/** What the results of one run take in the database and in files, in all processes together. */
export class ResultBytes {
  /** When the database was asked last. */
  private known = 0;
  /** Taken here since then, and what of it is not written yet. */
  private since = 0;
  private unwritten = 0;
  /** A result had no place: later ones are not even asked for, though they may be smaller. */
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

  /** This many of them are in the database. */
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
