import type { FastifyRequest } from 'fastify';

/** A file that the caller's project keeps for its calls. */
export interface KeptUpload {
  /** The handle of the upload. */
  id: string;
  bytes: number;
  media_type: string;
  /** ISO 8601 time. */
  expires_at: string;
  /** Path from which the same key can download the file. */
  content_url: string;
}

/** What a door may ask the service about uploads; a port like `CompatCalls`. */
export abstract class CompatUploads {
  /** Keeps an image that an answer refers to, for a day. @throws RATE_LIMITED where the project has no room for it. */
  abstract keep(request: FastifyRequest, image: Uint8Array): Promise<KeptUpload>;
  /** Lists the newest uploads of the caller's project. */
  abstract list(request: FastifyRequest): Promise<KeptUpload[]>;
  /** @throws NOT_FOUND; PAYLOAD_TOO_LARGE for a file that an agent should download instead. */
  abstract read(request: FastifyRequest, id: string): Promise<{ media_type: string; content: Buffer }>;
}
