/** A file as expressions see it. */
export interface FileItem {
  /** Absolute, or `s3://bucket/key`. */
  path: string;
  name: string;
  /** ISO 8601, UTC. */
  modified: string;
  /** Bytes. */
  size: number;
  /** The object's key in its bucket; for a file, its path. */
  key: string;
  /** Changes with the content; for a file, with its time and size. */
  etag: string;
}
