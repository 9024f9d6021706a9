/** An entry of a collection that is near to a vector. */
export interface CollectedMatch {
  id: string;
  label: string | null;
  metadata: object;
  /** Cosine of the two vectors. */
  similarity: number;
}

/** A handler's query to a collection of the calling project. */
export interface CollectionQuery {
  /** Name or id. */
  collection: string;
  /** A vector of length 1. */
  vector: Float32Array;
  /** The model that made the vector; the collection's vectors must come from the same one. */
  model: { name: string; version: string };
  /** The maximum number of entries. */
  limit: number;
}
