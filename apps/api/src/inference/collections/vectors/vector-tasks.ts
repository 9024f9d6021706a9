import type { TaughtModel } from '../learner/learner';
import type { NearEntry, NearQuery, VectorBatch } from './vector-table';

/** A task for a thread of vectors; `collection` is the id. */
export type VectorTask =
  | { kind: 'put'; collection: string; dimensions: number; batch: VectorBatch }
  | { kind: 'remove'; collection: string; ids: string[] }
  | { kind: 'drop'; collection: string }
  | { kind: 'search'; collection: string; query: NearQuery }
  | { kind: 'pairs'; collection: string; minSimilarity: number; byRoots: boolean }
  | { kind: 'teach'; collection: string; background?: Float32Array };

/** The answer to each kind of task. */
export interface VectorAnswers {
  /** The number of vectors in the table afterwards. */
  put: number;
  remove: number;
  drop: void;
  search: NearEntry[];
  pairs: { ids: [string, string]; similarity: number }[];
  teach: TaughtCollection;
}

/** A model that was taught with the labelled entries. */
export interface TaughtCollection {
  taught: TaughtModel;
  labels: string[];
  /** The number of entries with each label, without copies. */
  counts: number[];
  /** The number of entries that are nearly equal to another of their label, and were left out. */
  copies: number;
  /** Ids of the entries that were named wrongly by models that were not trained on them. */
  confused: { id: string; label: string; as: string }[];
  /** Pairs of nearly equal entries with different labels. */
  contradictions: [string, string][];
}

export interface VectorMessage {
  id: number;
  task: VectorTask;
}

/** The finished part of a task. */
export interface Portion {
  done: number;
  total: number;
}

export type VectorReply = { id: number; progress: Portion } | { id: number; answer: unknown } | { id: number; error: string };
