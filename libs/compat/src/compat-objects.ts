import type { Exchange } from './compat-calls';

/** What a door asks of the service about objects of S3 storage: a port, as `CompatCalls`. */
export abstract class CompatObjects {
  /**
   * The bytes of an object that the caller may read. They count as those of a body until the request is answered.
   * @param url `s3://bucket/key`.
   * @throws FORBIDDEN for a key without the scope `pipelines`, or an object outside of PERCEPT_S3_BUCKETS; NOT_FOUND,
   *   PAYLOAD_TOO_LARGE, INVALID_REQUEST, MEDIA_FETCH_FAILED; OVERLOADED where there is no memory for them.
   */
  abstract read(exchange: Exchange, url: string, maxBytes: number): Promise<Uint8Array>;
  /**
   * Accepts the analysis of a video, to be executed afterwards.
   * @returns its id.
   * @throws what `read` throws; RATE_LIMITED, QUOTA_EXCEEDED.
   */
  abstract acceptVideo(exchange: Exchange, url: string, fields: Record<string, unknown>): Promise<string>;
}
