import type { FastifyRequest } from 'fastify';

/** A collection of the kind `faces`. */
export interface FaceCollection {
  name: string;
  entries: number;
  /** Model and version of its vectors; null while it is empty. */
  model: string | null;
  /** Milliseconds. */
  created_at: number;
}

/** A face to be added. */
export interface NewFace {
  vector: readonly number[];
  model: { name: string; version: string };
  /** Whose it is. */
  label?: string;
  metadata?: Record<string, unknown>;
}

/** A face that is there. */
export interface StoredFace {
  id: string;
  label: string | null;
  metadata: Record<string, unknown>;
}

export type FaceMatch = StoredFace & { similarity: number };

/** What is searched: faces near to a vector, or to a face of the collection, which is not found itself. */
export type FaceQuery = { limit: number; min_similarity: number } & (
  | { vector: readonly number[]; model: NewFace['model'] }
  | { entry: string }
);

/** What a door asks of the service about the collections of faces of the caller's project: a port, as `CompatCalls`. All throw FORBIDDEN where the operator has not switched faces on, and NOT_FOUND for a collection that is missing or has no faces. */
export abstract class CompatFaces {
  abstract list(request: FastifyRequest): Promise<FaceCollection[]>;
  abstract get(request: FastifyRequest, name: string): Promise<FaceCollection>;
  /** Keeps no pictures. @throws CONFLICT for a name that is taken; INVALID_REQUEST for one that no collection can have. */
  abstract create(request: FastifyRequest, name: string): Promise<FaceCollection>;
  abstract delete(request: FastifyRequest, name: string): Promise<void>;
  /** @returns the ids, in the order of the faces. */
  abstract add(request: FastifyRequest, name: string, faces: readonly NewFace[]): Promise<string[]>;
  /** The newest first. @param before an id: only older ones. */
  abstract entries(request: FastifyRequest, name: string, page: { limit: number; before?: string }): Promise<StoredFace[]>;
  /** Lists the names of a collection in their order. */
  abstract names(request: FastifyRequest, name: string): Promise<string[]>;
  /** @returns those that were there. */
  abstract remove(request: FastifyRequest, name: string, ids: readonly string[]): Promise<string[]>;
  /** All faces of a person. @returns how many there were. */
  abstract removePerson(request: FastifyRequest, name: string, label: string): Promise<number>;
  /** The most similar first. @throws INVALID_REQUEST for an entry that is not there. */
  abstract search(request: FastifyRequest, name: string, query: FaceQuery): Promise<FaceMatch[]>;
}
