import type { Near, NearQuery, VectorBatch } from './vector-table';

/** What a thread of vectors is asked to do; `collection` is the id. */
export type VectorTask =
  | { kind: 'put'; collection: string; dimensions: number; batch: VectorBatch }
  | { kind: 'keep'; collection: string; ids: string[] }
  | { kind: 'drop'; collection: string }
  | { kind: 'search'; collection: string; query: NearQuery }
  | { kind: 'pairs'; collection: string; minSimilarity: number };

/** What each kind of task answers. */
export interface VectorAnswers {
  put: void;
  keep: void;
  drop: void;
  search: Near[];
  pairs: { ids: [string, string]; similarity: number }[];
}

export interface VectorMessage {
  id: number;
  task: VectorTask;
}

export type VectorReply = { id: number; answer: unknown } | { id: number; error: string };
