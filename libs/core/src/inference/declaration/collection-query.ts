/** An entry of a collection that is near to a vector. */
export interface CollectedMatch {
  id: string;
  label: string | null;
  metadata: object;
  /** Cosine of the two vectors. */
  similarity: number;
}

/** What a handler asks of a collection of the project that calls. */
export interface CollectionQuery {
  /** Name or id. */
  collection: string;
  /** Its length is 1. */
  vector: Float32Array;
  /** The model of the vector: the collection must have vectors of the same. */
  model: { name: string; version: string };
  /** The maximum number of entries. */
  limit: number;
}
