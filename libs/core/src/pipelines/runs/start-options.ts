import type { Transaction } from '../../durable/database';
import type { BilledAccount } from '../../kernel';

export interface StartOptions {
  /** The owner of the run, whose plan pays for it. When absent, the run belongs to the first project and is not counted. */
  payer?: BilledAccount;
  inputs?: Record<string, unknown>;
  /** The maximum of items for each block: the first ones that its source lists; all when absent. */
  limit?: number;
  /** Folders that files may be read from; undefined: anywhere (the CLI's own user). */
  roots?: readonly string[];
  /**
   * The base of relative paths when there are no roots; the pipeline's own folder when absent. With roots, files are relative to
   * the roots, and outputs to the run's folder.
   */
  base?: string;
  /**
   * Only a process that works for this run executes it (the command line). If a run of the same text, inputs and base was
   * interrupted, that run is returned instead of a new one, unless `fresh`.
   */
  own?: boolean;
  /** Starts a new run although one was interrupted. */
  fresh?: boolean;
  /** Writes in the transaction that creates the run, so both are committed or neither is. */
  alongside?: (tx: Transaction, runId: string) => Promise<void>;
}
