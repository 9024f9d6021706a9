import type { Taught } from '../learner/learner';
import type { Near, NearQuery, VectorBatch } from './vector-table';

/** What a thread of vectors is asked to do; `collection` is the id. */
export type VectorTask =
  | { kind: 'put'; collection: string; dimensions: number; batch: VectorBatch }
  | { kind: 'keep'; collection: string; ids: string[] }
  | { kind: 'drop'; collection: string }
  | { kind: 'search'; collection: string; query: NearQuery }
  | { kind: 'pairs'; collection: string; minSimilarity: number; byRoots: boolean }
  | { kind: 'teach'; collection: string; background?: Float32Array };

/** What each kind of task answers. */
export interface VectorAnswers {
  put: void;
  keep: void;
  drop: void;
  search: Near[];
  pairs: { ids: [string, string]; similarity: number }[];
  teach: TaughtCollection;
}

/** A model that was taught with the entries that have a label. */
export interface TaughtCollection {
  taught: Taught;
  labels: string[];
  /** How many entries each label has. */
  counts: number[];
  /** Ids of entries that the model named otherwise while it had not seen them. */
  confused: { id: string; label: string; as: string }[];
  /** Pairs of entries that are nearly the same and have two labels. */
  contradictions: [string, string][];
}

export interface VectorMessage {
  id: number;
  task: VectorTask;
}

/** How much of a task is done. */
export interface Portion {
  done: number;
  total: number;
}

export type VectorReply = { id: number; progress: Portion } | { id: number; answer: unknown } | { id: number; error: string };
