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
