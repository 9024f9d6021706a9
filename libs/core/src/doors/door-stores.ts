/** A collection of the kind `faces`. */
export interface FaceCollection {
  name: string;
  entries: number;
  /** Model and version of the vectors. Null while the collection is empty. */
  model: string | null;
  /** Epoch milliseconds. */
  created_at: number;
}

/** A face to add. */
export interface NewFace {
  vector: readonly number[];
  model: { name: string; version: string };
  /** The person's label. */
  label?: string;
  metadata?: Record<string, unknown>;
}

/** A face in the collection. */
export interface StoredFace {
  id: string;
  label: string | null;
  metadata: Record<string, unknown>;
}

/** A face that a search found, with its cosine similarity. */
export type FaceMatch = StoredFace & { similarity: number };

/** A page of the faces of a collection. */
export interface FacePage {
  limit: number;
  /** An id: only older faces. */
  before?: string;
  /** Only these faces. */
  ids?: string[];
}

/** Searches for faces similar to a vector or to a face of the collection. That face itself is not returned. */
export type FaceQuery = { limit: number; min_similarity: number } & (
  | { vector: readonly number[]; model: NewFace['model'] }
  | { entry: string }
);

/**
 * The face collections of a caller's project. All methods throw FORBIDDEN if the operator has not switched faces on, and NOT_FOUND if
 * a collection is missing or has no faces.
 */
export interface DoorFaces {
  /** Lists the collections of faces. */
  list(): Promise<FaceCollection[]>;
  /** The collection of a name. */
  get(name: string): Promise<FaceCollection>;
  /** The new collection keeps no pictures. The name is stored as it is. @throws CONFLICT if it is taken. */
  create(name: string): Promise<FaceCollection>;
  /** Deletes a collection with all its faces. */
  delete(name: string): Promise<void>;
  /** @returns the ids, in the order of `faces`. */
  add(name: string, faces: readonly NewFace[]): Promise<string[]>;
  /** Newest first. */
  entries(name: string, page: FacePage): Promise<StoredFace[]>;
  /** Lists the names in a collection, sorted. */
  names(name: string): Promise<string[]>;
  /** @returns the ids that existed. */
  remove(name: string, ids: readonly string[]): Promise<string[]>;
  /** Removes all faces of a person. @returns how many there were. */
  removePerson(name: string, label: string): Promise<number>;
  /** Most similar first. @throws INVALID_REQUEST for an entry that does not exist. */
  search(name: string, query: FaceQuery): Promise<FaceMatch[]>;
}

/** The S3 objects that a caller may read. */
export interface DoorObjects {
  /**
   * Reads an object. Its bytes count as request body until the request is answered.
   * @param url `s3://bucket/key`.
   * @throws FORBIDDEN for a key without the scope `pipelines`, or an object outside PERCEPT_S3_BUCKETS; NOT_FOUND,
   * PAYLOAD_TOO_LARGE, INVALID_REQUEST, MEDIA_FETCH_FAILED; OVERLOADED if there is no memory for the bytes.
   */
  read(url: string, maxBytes: number): Promise<Uint8Array>;
  /**
   * Accepts a video for analysis later.
   * @returns the id of the analysis.
   * @throws what `read` throws; RATE_LIMITED, QUOTA_EXCEEDED.
   */
  acceptVideo(url: string, fields: Record<string, unknown>): Promise<string>;
}
