/** A call of a step, or several that were too many to list. Times are ms since `from` of the timeline. */
export interface Span {
  /** Of the run. */
  attempt: number;
  step: string;
  /** The step that was called: inside a block another one than `step`. */
  call: string;
  /** Null: several. */
  item: string | null;
  call_attempt: number;
  start_ms: number;
  end_ms: number;
  waited_ms: number;
  worked_ms: number;
  calls: number;
  failed: number;
  error: string | null;
}

/** What `GET /v2/runs/{id}/timeline` answers. */
export interface Timeline {
  from: string;
  to: string | null;
  joined: boolean;
  steps: Omit<Span, 'item' | 'call_attempt' | 'error'>[];
  lanes: { host: string; process: number; worker: number | null; spans: Span[] }[];
}
