import type { Transaction } from '../../durable/database';
import type { BilledAccount } from '../../kernel';

export interface StartOptions {
  /** Owner of the run, whose plan it counts against. Without it the run belongs to the first project and is not counted. */
  payer?: BilledAccount;
  inputs?: Record<string, unknown>;
  /** Items of each block at most, those that its source lists first; all when absent. */
  limit?: number;
  /** Folders that files may be read from; undefined: anywhere (the CLI's own user). */
  roots?: readonly string[];
  /**
   * The folder that relative paths of files and outputs count from when there are no roots; the pipeline's own folder when
   * absent. With roots, files count from the roots, and outputs from the run's folder.
   */
  base?: string;
  /**
   * Only a process that works for this very run executes it (the command line). If a run of the same text, inputs and base was
   * interrupted, that run is returned instead of a new one, unless `fresh`.
   */
  own?: boolean;
  /** Starts a new run although one was interrupted. */
  fresh?: boolean;
  /** Writes in the transaction that creates the run: both are committed or neither is. */
  alongside?: (tx: Transaction, runId: string) => Promise<void>;
}
