import type { Diagnostic } from '../language/syntax';
import type { PipelineSummary, PipelineView, SavedPipeline, PipelineRevision, ScheduledPipeline } from '../language';
import type { RunView, RunItemView, RunItemQuery, RunQuery, Page } from './entities/run-views';
import type { Meter, BilledAccount } from './calls/metered-host';
import type { Transaction } from '../../durable/database';

export interface StartOptions {
  /** Whom the run belongs to and whose plan it counts against; the default account, and nobody's, when absent. */
  payer?: BilledAccount;
  inputs?: Record<string, unknown>;
  /** Folders that files may be read from; undefined: anywhere (the CLI's own user). */
  roots?: readonly string[];
  /**
   * The folder that relative paths of files and outputs count from where there are no roots; the pipeline's own folder when
   * absent. With roots, files count from the roots, and outputs from the run's folder.
   */
  base?: string;
  /**
   * Only a process that works for this very run executes it (the command line). A run of the same text, inputs and base that
   * was interrupted is answered instead of a new one, unless `fresh`.
   */
  own?: boolean;
  /** Leaves an interrupted run behind and starts anew. */
  fresh?: boolean;
  /** Written in the transaction of the run: both are kept or none. */
  alongside?: (tx: Transaction, runId: string) => Promise<void>;
}

/** The pipeline core. */
export abstract class Pipelines {
  /** All findings at once; empty where the pipeline is sound. @param name that it must have, where that is known. */
  abstract validate(source: string, file: string, name?: string): Diagnostic[];
  /** The pipelines of the configured folder. */
  abstract list(): Promise<PipelineSummary[]>;
  /** The text of a served pipeline. @throws NOT_FOUND naming the nearest. */
  abstract source(name: string): Promise<{ source: string; file: string }>;
  /** Text, inputs and graph of a served pipeline. @throws NOT_FOUND. */
  abstract show(name: string): Promise<PipelineView>;
  /** Keeps a pipeline as a new revision; a text that is there already makes none. @throws INVALID_REQUEST with the findings. */
  abstract save(name: string, source: string): Promise<SavedPipeline>;
  /** Serves a kept pipeline no more; runs go on. @throws NOT_FOUND, CONFLICT for a file of the folder. */
  abstract remove(name: string): Promise<void>;
  abstract revisions(name: string): Promise<PipelineRevision[]>;
  /** JSON Schema of a pipeline for editors: it completes the installed capabilities and their parameters. */
  abstract editorSchema(): Record<string, unknown>;
  /** The served pipelines that have triggers, but those with findings. */
  abstract scheduled(): Promise<ScheduledPipeline[]>;
  /** @throws INVALID_REQUEST with the first finding, or the input at fault. */
  abstract start(source: string, file: string, options?: StartOptions): Promise<RunView>;
  /** @throws NOT_FOUND. */
  abstract get(runId: string): Promise<RunView>;
  /** The newest first. */
  abstract runs(query?: RunQuery): Promise<Page<RunView>>;
  /** Items of a run with their results, in their order. @throws NOT_FOUND. */
  abstract items(runId: string, query?: RunItemQuery): Promise<Page<RunItemView>>;
  /** @throws NOT_FOUND, CONFLICT where the run has ended. */
  abstract cancel(runId: string): Promise<RunView>;
  /**
   * Does the failed items of an ended run again, and what comes after them. `own`: by this process, as with `start`.
   * @throws NOT_FOUND; CONFLICT where it has not ended, nothing failed, or it is the command line's and not `own`.
   */
  abstract retry(runId: string, options?: { own?: boolean }): Promise<RunView>;
  /** Path of a file that an ended run over HTTP wrote, by its name or the last part of it. @throws NOT_FOUND. */
  abstract artifact(runId: string, name: string): Promise<string>;
  /** Starts executing runs in this process: those of nobody in particular, and the own run of that id. */
  abstract work(options?: { own?: string }): void;
  /** Has the calls of runs counted; handed in by the composition root before the service starts. */
  abstract meterBy(meter: Meter): void;
  abstract close(): Promise<void>;
}
