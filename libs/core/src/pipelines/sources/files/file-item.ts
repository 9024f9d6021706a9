/** A file as expressions see it. */
export interface FileItem {
  /** Absolute, or `s3://bucket/key`. */
  path: string;
  name: string;
  /** ISO 8601, UTC. */
  modified: string;
  /** Bytes. */
  size: number;
  /** The key of an object in its bucket; of a file, the path. */
  key: string;
  /** Changes with the content; of a file, with its time and size. */
  etag: string;
}
