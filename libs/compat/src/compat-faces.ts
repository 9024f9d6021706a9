import type { FastifyRequest } from 'fastify';

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

export type FaceMatch = StoredFace & { similarity: number };

/** @property before an id: only older faces. @property ids only these faces. */
export interface FacePage {
  limit: number;
  before?: string;
  ids?: string[];
}

/** Searches for faces similar to a vector or to a face of the collection. That face itself is not returned. */
export type FaceQuery = { limit: number; min_similarity: number } & (
  | { vector: readonly number[]; model: NewFace['model'] }
  | { entry: string }
);

/**
 * The face collections of the caller's project that a door needs; a port, as `CompatCalls`. All methods throw FORBIDDEN if the
 * operator has not switched faces on, and NOT_FOUND if a collection is missing or has no faces.
 */
export abstract class CompatFaces {
  abstract list(request: FastifyRequest): Promise<FaceCollection[]>;
  abstract get(request: FastifyRequest, name: string): Promise<FaceCollection>;
  /** The new collection keeps no pictures. The name is stored as it is. @throws CONFLICT if it is taken. */
  abstract create(request: FastifyRequest, name: string): Promise<FaceCollection>;
  abstract delete(request: FastifyRequest, name: string): Promise<void>;
  /** @returns the ids, in the order of `faces`. */
  abstract add(request: FastifyRequest, name: string, faces: readonly NewFace[]): Promise<string[]>;
  /** Newest first. */
  abstract entries(request: FastifyRequest, name: string, page: FacePage): Promise<StoredFace[]>;
  /** Lists the names in a collection, sorted. */
  abstract names(request: FastifyRequest, name: string): Promise<string[]>;
  /** @returns the ids that existed. */
  abstract remove(request: FastifyRequest, name: string, ids: readonly string[]): Promise<string[]>;
  /** Removes all faces of a person. @returns how many there were. */
  abstract removePerson(request: FastifyRequest, name: string, label: string): Promise<number>;
  /** Most similar first. @throws INVALID_REQUEST for an entry that does not exist. */
  abstract search(request: FastifyRequest, name: string, query: FaceQuery): Promise<FaceMatch[]>;
}
