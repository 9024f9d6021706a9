/** A longer record suggests that the file has another format. */
export const MAX_RECORD_BYTES = 1024 * 1024;

/** The bytes of a file from its start. */
export type FileBytes = AsyncIterable<Buffer> | Iterable<Buffer>;

/** A record of a text file, or why it cannot be read. */
export interface TextRecord<T> {
  /** Counts from 1. */
  line: number;
  value?: T;
  /** Absent if there is a value. */
  reason?: string;
}

/** A file that cannot be read as a whole. */
export class UnreadableFile extends Error {}
