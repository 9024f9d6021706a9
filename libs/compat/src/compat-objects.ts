import type { Exchange } from './compat-calls';

/** What a door may ask the service about objects in S3 storage; a port like `CompatCalls`. */
export abstract class CompatObjects {
  /**
   * Reads an object that the caller may read. Its bytes count as request body until the request is answered.
   * @param url `s3://bucket/key`.
   * @throws FORBIDDEN for a key without the scope `pipelines`, or an object outside PERCEPT_S3_BUCKETS; NOT_FOUND,
   * PAYLOAD_TOO_LARGE, INVALID_REQUEST, MEDIA_FETCH_FAILED; OVERLOADED if there is no memory for the bytes.
   */
  abstract read(exchange: Exchange, url: string, maxBytes: number): Promise<Uint8Array>;
  /**
   * Accepts a video for analysis later.
   * @returns the id of the analysis.
   * @throws what `read` throws; RATE_LIMITED, QUOTA_EXCEEDED.
   */
  abstract acceptVideo(exchange: Exchange, url: string, fields: Record<string, unknown>): Promise<string>;
}
