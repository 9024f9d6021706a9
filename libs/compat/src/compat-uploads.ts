import type { FastifyRequest } from 'fastify';

/** A file that the caller's project keeps for its calls. */
export interface KeptUpload {
  /** The handle. */
  id: string;
  bytes: number;
  media_type: string;
  /** ISO 8601. */
  expires_at: string;
  /** Path of the bytes, which takes the same key. */
  content_url: string;
}

/** What a door asks of the service about uploads: a port, as `CompatCalls`. */
export abstract class CompatUploads {
  /** Keeps an image that an answer refers to, for a day. @throws RATE_LIMITED where the project has no room for it. */
  abstract keep(request: FastifyRequest, image: Uint8Array): Promise<KeptUpload>;
  /** The newest of the caller's project. */
  abstract list(request: FastifyRequest): Promise<KeptUpload[]>;
  /** @throws NOT_FOUND; PAYLOAD_TOO_LARGE for one that an agent should rather download. */
  abstract read(request: FastifyRequest, id: string): Promise<{ media_type: string; content: Buffer }>;
}
