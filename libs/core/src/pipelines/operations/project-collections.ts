import type { CollectedMatch } from '../../inference/declaration';

/** A vector to add to a collection, and what it represents. */
export interface CollectedEntry {
  vector: Float32Array;
  model: { name: string; version: string };
  label?: string;
  text?: string;
  metadata?: Record<string, unknown>;
  /** A small JPEG in Base64. */
  picture?: string;
}

/** The collections of a project, by name or id. Both methods throw NOT_FOUND. */
export interface ProjectCollections {
  /** @returns the id of the new entry. */
  add(collection: string, entry: CollectedEntry): Promise<{ id: string }>;
  /** Finds the nearest entries, the most similar first. */
  search(
    collection: string,
    vector: Float32Array,
    options: {
      limit: number;
      min_similarity: number;
      labels?: string[];
      filter?: string;
      model?: { name: string; version: string };
    },
  ): Promise<CollectedMatch[]>;
}
