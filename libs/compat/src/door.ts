import type { PerceptError } from '@percept/core';
import type { FastifyRequest } from 'fastify';

/** The key is in the body, or the body is part of the proof: the door's controller admits the caller after the body was read. */
export class BodyCredential {
  /** @param accessKeyId of the pair that the caller claims to sign with: one that is unknown is refused before the body is read. */
  constructor(readonly accessKeyId?: string) {}
}

/** An error as a door's clients expect it. */
export interface DoorError {
  status: number;
  body: unknown;
  headers?: Record<string, string>;
}

/** What an interface of others needs before and beside its controllers. It is the value of `door` in the configuration of a route. */
export interface Door {
  /** The API key in the headers or the query; undefined: none was sent. */
  credential(request: FastifyRequest): string | undefined | BodyCredential;
  /** The error in the shape of the protocol. */
  error(error: PerceptError, request: FastifyRequest): DoorError;
}

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The route belongs to an interface of others, which has its own credentials and errors. */
    door?: Door;
  }
}

/** The key of `Authorization: Bearer KEY`. */
export function bearerKey({ headers }: FastifyRequest): string | undefined {
  return /^Bearer +(\S+)$/i.exec(headers.authorization ?? '')?.[1];
}

/** A parameter of the query that was given once. */
export function queryKey(request: FastifyRequest, name: string): string | undefined {
  const value = (request.query as Record<string, unknown>)[name];
  return typeof value === 'string' && value !== '' ? value : undefined;
}
