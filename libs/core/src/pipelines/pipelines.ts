import type { Meter, Payer } from './metered-host';
import type { Transaction } from '../store';
import type { TriggerSpec } from './triggers-shape';

/** A mistake in a pipeline, found before anything runs. Lines and columns count from 1. */
export interface Finding {
  file: string;
  line: number;
  column: number;
  /** What is wrong, how to mend it, and the nearest known name where there is one. */
  message: string;
}

export const RUN_STATES = ['queued', 'running', 'succeeded', 'partial', 'failed', 'cancelled'] as const;
export type RunState = (typeof RUN_STATES)[number];
export const ENDED: readonly RunState[] = ['succeeded', 'partial', 'failed', 'cancelled'];

export interface ItemCounts {
  total: number;
  pending: number;
  running: number;
  succeeded: number;
  failed: number;
  /** Of those that succeeded: found in the cache instead of called. */
  cached: number;
}

/** A run as the API and the CLI show it. */
export interface RunView {
  id: string;
  pipeline: string;
  /** SHA-256 of the pipeline's text: the run keeps to it whatever happens to the file. */
  revision: string;
  status: RunState;
  inputs: Record<string, unknown>;
  counts: ItemCounts;
  /** Items per second over the last ten, or over the whole of an ended run; null while nothing ends. */
  rate_per_s: number | null;
  /** Seconds to go at that rate; null while unknown. */
  eta_s: number | null;
  created_at: string;
  started_at: string | null;
  ended_at: string | null;
  /** Why the run failed. */
  error: string | null;
  /** The first failed items with their reasons. */
  failures: { item: string; step: string; code: string; reason: string }[];
  /** Files that the run wrote. */
  outputs: { name: string; path: string; rows: number }[];
}

export interface StartOptions {
  /** Whom the run belongs to and whose plan it counts against; the default account, and nobody's, when absent. */
  payer?: Payer;
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

/** An item of a run as the API shows it. */
export interface RunItemView {
  step: string;
  /** Names the item: a file's path, or what `key` gives. */
  key: string;
  state: 'pending' | 'succeeded' | 'failed';
  attempts: number;
  /** Everything that it called was found in the cache. */
  cached: boolean;
  /** What each of its steps gave, by step id. */
  results: Record<string, unknown> | null;
  error: { step: string; code: string; reason: string } | null;
  ended_at: string | null;
}

export interface RunItemQuery {
  /** Only the items of that name. */
  key?: string;
  state?: RunItemView['state'];
  /** What the page before gave as `next_cursor`. */
  cursor?: string;
  /** 100 when absent; 1,000 at most. */
  limit?: number;
}

export interface PipelineSummary {
  name: string;
  description: string | null;
  file: string;
  findings: Finding[];
}

export interface PipelineGraph {
  /** `uses` and `steps` of a block are those of the steps inside of it. */
  nodes: { id: string; kind: 'call' | 'block'; uses: string[]; steps: string[] }[];
  edges: { from: string; to: string }[];
}

/** A served pipeline as a whole. */
export interface PipelineView {
  name: string;
  description: string | null;
  /** Its file in the pipelines folder; null where it was kept over HTTP. */
  file: string | null;
  revision: string;
  /** Which of its revisions; null for a file. */
  number: number | null;
  source: string;
  inputs: {
    name: string;
    type: string;
    description?: string;
    default?: unknown;
    min?: number;
    max?: number;
    options?: readonly unknown[];
  }[];
  /** Null where there are findings. */
  graph: PipelineGraph | null;
  findings: Finding[];
}

export interface KeptPipeline {
  name: string;
  revision: string;
  number: number;
  /** Whether there was none of that name before. */
  created: boolean;
}

export interface PipelineRevision {
  number: number;
  /** Null where it was deleted. */
  revision: string | null;
  source: string | null;
  created_at: string;
}

export interface RunQuery {
  pipeline?: string;
  status?: RunState;
  /** 50 when absent. */
  limit?: number;
  /** What the page before gave as `next_cursor`. */
  cursor?: string;
}

export interface Page<T> {
  rows: T[];
  /** Null on the last page. */
  next_cursor: string | null;
}

/** A served pipeline that has triggers. */
export interface ScheduledPipeline {
  name: string;
  source: string;
  file: string;
  triggers: readonly TriggerSpec[];
}

/** The pipeline core. */
export abstract class Pipelines {
  /** All findings at once; empty where the pipeline is sound. @param name that it must have, where that is known. */
  abstract validate(source: string, file: string, name?: string): Finding[];
  /** The pipelines of the configured folder. */
  abstract list(): Promise<PipelineSummary[]>;
  /** The text of a served pipeline. @throws NOT_FOUND naming the nearest. */
  abstract source(name: string): Promise<{ source: string; file: string }>;
  /** Text, inputs and graph of a served pipeline. @throws NOT_FOUND. */
  abstract show(name: string): Promise<PipelineView>;
  /** Keeps a pipeline as a new revision; a text that is there already makes none. @throws INVALID_REQUEST with the findings. */
  abstract keep(name: string, source: string): Promise<KeptPipeline>;
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
